// Deletes the declarations in dist that no entry leads to: the compiler writes one for every file, and more than half
// of them are of no use to anybody who installs the package. Run by `npm run build`.
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const relativeImport = /\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)\.js['"]/g;

const reachable = new Set();
for (const { types } of Object.values(exports)) if (types) reach(join(root, types));

const dist = join(root, 'dist');
const paths = readdirSync(dist, { recursive: true }).map((path) => join(dist, path));
for (const path of paths) if (path.endsWith('.d.ts') && !reachable.has(path)) rmSync(path);
// Deepest first, so that a directory of empty directories goes as well.
for (const path of paths.sort((a, b) => b.length - a.length)) removeIfEmpty(path);

function reach(path) {
  if (reachable.has(path)) return;
  reachable.add(path);
  for (const [, target] of readFileSync(path, 'utf8').matchAll(relativeImport)) {
    const imported = `${join(dirname(path), target)}.d.ts`;
    if (!existsSync(imported)) throw new Error(`${path} imports ${target}.js, which has no declarations`);
    reach(imported);
  }
}

function removeIfEmpty(path) {
  if (existsSync(path) && !path.endsWith('.d.ts') && readdirSync(path).length === 0) rmdirSync(path);
}
