/** Rooms of the lower floors, whose parts are small and used together. None may lead to a room between: chunks must not form a circle. */
const together = {
  base: ['internal', 'errors', 'contract', 'deployment', 'checks', 'http', 'inclusion', 'recording'],
};

/** Packages that not everybody has, or that the quickest commands load alone; all others go together. */
const kinds = [
  ['vitest', ['vitest']],
  ['fast-check', ['fast-check', 'pure-rand']],
  ['packages', ['undici', 'zod', 'ox', 'lossless-json', 'fast-xml-builder', 'chartist']],
  ['command', ['commander', '@bomb.sh/tab']],
];

/**
 * Names, for rolldown, the chunk of a module: one for the modules of a room that lead to the same kind of packages.
 * Loading many small files takes longer than loading a few, and what needs no package must load none.
 */
export function chunkOf(packages) {
  const known = new Map();

  function packagesOf(id, graph) {
    const found = known.get(id);
    if (found) return found;
    const names = new Set(packages.filter((name) => id === name || id.startsWith(`${name}/`)));
    known.set(id, names);
    for (const path of graph.getModuleInfo(id)?.importedIds ?? []) {
      for (const name of packagesOf(path, graph)) names.add(name);
    }
    return names;
  }

  return (id, graph) => {
    const [, inside] = /\/src\/([^/]+)\//.exec(id) ?? [];
    // An entry may wait for what it loads, which must not wait for it.
    if (inside === undefined || graph.getModuleInfo(id)?.isEntry) return null;
    const [room = inside] = Object.entries(together).find(([, rooms]) => rooms.includes(inside)) ?? [];
    const needs = packagesOf(id, graph);
    if (needs.size === 0) return room;
    const [kind = 'packages'] = kinds.find(([, names]) => names.some((name) => needs.has(name))) ?? [];
    return `${room}-${kind}`;
  };
}
