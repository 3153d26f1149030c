import { basename } from 'node:path';
import type { LoadedConfig } from '../../deployment/config.js';
import { campaignDefaults } from '../../fuzz/campaign-options.js';
import { defaultCorpus } from '../../fuzz/corpus/default-corpus.js';
import { waitSettings } from '../../polling/wait-options.js';
import { smokeSettings } from '../../smoke/smoke-options.js';
import type { EffectiveOption } from './effective-option.js';

// The deployment lists what is configured for it; a whole campaign has no shard.
const { operationIds, shard, ...fuzzDefaults } = campaignDefaults;

/** Lists the options of smoke runs, campaigns and waits that are in force without flags. */
export function effectiveSettings(loaded: LoadedConfig | undefined): EffectiveOption[] {
  const { smoke, fuzz, wait } = loaded?.config ?? {};
  const file = loaded?.file === undefined ? 'configuration' : basename(loaded.file);
  return [
    ...together('smoke', smoke, smokeSettings.parse({}), file),
    ...together('fuzz', fuzz, { ...fuzzDefaults, corpus: defaultCorpus }, file),
    ...together('wait', wait, waitDefaults(), file),
  ];
}

function together(
  under: string,
  given: object | undefined,
  defaults: object,
  file: string,
): EffectiveOption[] {
  const [known, filled] = [leaves(given ?? {}, under), leaves(defaults, under)];
  const names = [...new Set([...filled.keys(), ...known.keys()])];
  return names.map((name) =>
    known.has(name)
      ? { name, value: known.get(name), source: file }
      : { name, value: filled.get(name), source: 'default' },
  );
}

/** Returns the members of an object by their paths, including those of its groups. Undefined members are absent. */
function leaves(group: object, under: string): Map<string, unknown> {
  const found = Object.entries(group).flatMap(([name, value]): [string, unknown][] => {
    if (value === undefined) return [];
    const path = `${under}.${name}`;
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isGroup ? [...leaves(value, path)] : [[path, value]];
  });
  return new Map(found);
}

function waitDefaults(): object {
  const { schedule, isIgnored, onPoll, signal, clock, ...plain } = waitSettings({});
  return { ...plain, intervals: 'exponential()' };
}
