import { fileURLToPath } from 'node:url';

const source = (path) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

/** What must load quickly: every test file of a user does, or `--help`. */
const quick = [
  'index.ts',
  'vitest/index.ts',
  'vitest/local-setup.ts',
  'matchers/index.ts',
  'cli/crosscheck.ts',
].map(source);

/** Rooms of the lower floors, whose parts are small and used together. None may lead to a room between: chunks must not form a circle. */
const lower = ['internal', 'errors', 'contract', 'deployment', 'checks', 'http', 'inclusion', 'recording'];

/** Packages that not everybody has, or that take long to load; the first kinds that a module leads to count. */
const kinds = [
  ['vitest', /^vitest(?:\/|$)/],
  ['fast-check', /^(?:fast-check|pure-rand)$/],
  ['undici', /^undici(?:\/|$)/],
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
  const reached = new Set();

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

  /** Collects what is loaded with a module. */
  function reach(id, graph) {
    if (reached.has(id)) return;
    reached.add(id);
    for (const path of graph.getModuleInfo(id)?.importedIds ?? []) reach(path, graph);
  }

  return (id, graph) => {
    const [, inside] = /\/src\/([^/]+)\//.exec(id) ?? [];
    // An entry may wait for what it loads, which must not wait for it.
    if (inside === undefined || graph.getModuleInfo(id)?.isEntry) return null;
    for (const entry of quick) reach(entry, graph);
    const isQuick = reached.has(id);
    if (inside === 'cli' && isQuick) return 'cli-start';
    const needs = [...packagesOf(id, graph)];
    const [kind, next] = kinds.flatMap(([name, form]) =>
      needs.some((need) => form.test(need)) ? [name] : [],
    );
    if (isQuick && kind === undefined) return inside === 'matchers' ? 'quick-matchers' : 'quick';
    const room = lower.includes(inside) ? 'base' : inside;
    // What generates values needs no client, and must not load one.
    return [room, kind, kind === 'fast-check' && next === 'undici' && next].filter(Boolean).join('-');
  };
}
