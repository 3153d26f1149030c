import type { Directives } from './snippet.js';

type Reader = (value: string) => Directives;

const text =
  (name: 'project' | 'file' | 'setup'): Reader =>
  (value) => ({ [name]: value });
const flag =
  (name: 'continues' | 'empty' | 'environment' | 'stops'): Reader =>
  (value) => {
    if (value !== '') throw new Error(`${name} takes no value, got ${value}`);
    return { [name]: true };
  };

const readers: Readonly<Record<string, Reader>> = {
  continues: flag('continues'),
  empty: flag('empty'),
  environment: flag('environment'),
  stops: flag('stops'),
  project: text('project'),
  file: text('file'),
  setup: text('setup'),
  exits: (value) => ({ exits: Number(value) }),
  replace: (value) => ({ replace: [replacement(value)] }),
};

/** Reads what stands after `snippet:` in a comment: directives, separated by semicolons. */
export function readDirectives(comment: string): Directives {
  const read = comment
    .split(/;\s*/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, name = '', value = ''] = /^(\w+)\s*(.*)$/s.exec(part) ?? [];
      const reader = readers[name];
      if (!reader)
        throw new Error(`a snippet has no directive ${name}, only ${Object.keys(readers).join(', ')}`);
      return reader(value);
    });
  const replace = read.flatMap((directives) => directives.replace ?? []);
  return Object.assign({}, ...read, replace.length > 0 ? { replace } : {});
}

function replacement(value: string): readonly [string, string] {
  const [, part, by] = /^`([^`]+)` by `([^`]*)`$/.exec(value) ?? [];
  if (part === undefined || by === undefined) {
    throw new Error(`replace is written: replace \`this\` by \`that\`, got ${value}`);
  }
  return [part, by];
}
