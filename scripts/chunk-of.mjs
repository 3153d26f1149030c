import { fileURLToPath } from 'node:url';

const commandLine = fileURLToPath(new URL('../src/cli/crosscheck.ts', import.meta.url));

/** Rooms of the lower floors, whose parts are small and used together. None may lead to a room between: chunks must not form a circle. */
const together = {
  base: ['internal', 'errors', 'contract', 'deployment', 'checks', 'http', 'inclusion', 'recording'],
};

/** Packages that not everybody has, or that take long to load; the first kinds that a module leads to count. */
const kinds = [
  ['vitest', /^vitest(?:\/|$)/],
  ['fast-check', /^(?:fast-check|pure-rand)$/],
  ['undici', /^undici$/],
  ['abi', /^ox\/Abi/],
  ['packages', /^(?!commander$|@bomb\.sh\/tab)/],
  ['command', /^/],
];

/**
 * Names, for rolldown, the chunk of a module: one for the modules of a room that lead to the same kind of packages.
 * Loading many small files takes longer than loading a few, and what needs no package must load none.
 */
export function chunkOf(packages) {
  const known = new Map();
  const start = new Set();

  function packagesOf(id, graph) {
    const found = known.get(id);
    if (found) return found;
    const names = new Set(packages.some((name) => id === name || id.startsWith(`${name}/`)) ? [id] : []);
    known.set(id, names);
    for (const path of graph.getModuleInfo(id)?.importedIds ?? []) {
      for (const name of packagesOf(path, graph)) names.add(name);
    }
    return names;
  }

  /** Collects what the command line loads before it knows which command is asked for. */
  function startFrom(id, graph) {
    if (start.has(id)) return start;
    start.add(id);
    for (const path of graph.getModuleInfo(id)?.importedIds ?? []) startFrom(path, graph);
    return start;
  }

  return (id, graph) => {
    const [, inside] = /\/src\/([^/]+)\//.exec(id) ?? [];
    // An entry may wait for what it loads, which must not wait for it.
    if (inside === undefined || graph.getModuleInfo(id)?.isEntry) return null;
    if (inside === 'cli' && startFrom(commandLine, graph).has(id)) return 'cli-start';
    const [room = inside] = Object.entries(together).find(([, rooms]) => rooms.includes(inside)) ?? [];
    const needs = [...packagesOf(id, graph)];
    const [kind, next] = kinds.flatMap(([name, form]) =>
      needs.some((need) => form.test(need)) ? [name] : [],
    );
    // What generates values needs no client, and must not load one.
    return [room, kind, kind === 'fast-check' && next === 'undici' && next].filter(Boolean).join('-');
  };
}
