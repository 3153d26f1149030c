const statement = /^import\s(?:[^;'"]*?\sfrom\s)?['"]([^'"]+)['"];?[^\n]*$/gm;
const namedOnly = /^import\s(type\s)?\{([^}]*)\}\sfrom/;

/** A module in two parts; the body has as many lines as the module. */
export interface SplitModule {
  readonly imports: readonly string[];
  readonly body: string;
}

/** Takes the imports out of a module. */
export function splitImports(code: string): SplitModule {
  const imports: string[] = [];
  const body = code.replace(statement, (whole) => {
    imports.push(whole);
    return '\n'.repeat(whole.split('\n').length - 1);
  });
  return { imports, body };
}

/** Imports on one line, each name once: blocks that go on where another one ended may import it again. */
export function onOneLine(imports: readonly string[]): string {
  const named = new Map<string, Set<string>>();
  const others = new Set<string>();
  for (const text of imports) {
    const [, type, names] = namedOnly.exec(text) ?? [];
    const [, source] = /['"]([^'"]+)['"]/.exec(text) ?? [];
    if (names === undefined) others.add(text.replace(/\s+/g, ' ').replace(/\s*\/\/.*$/, ''));
    else {
      const key = `${type ?? ''}|${source}`;
      const known = named.get(key) ?? new Set();
      for (const name of names.split(',').map((part) => part.trim())) if (name !== '') known.add(name);
      named.set(key, known);
    }
  }
  const merged = [...named].map(([key, names]) => {
    const [type, source] = key.split('|');
    return `import ${type}{ ${[...names].join(', ')} } from '${source}';`;
  });
  return [...others, ...merged].join(' ');
}
