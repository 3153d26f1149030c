import { readFileSync } from 'node:fs';
import { defineConfig } from 'rolldown';

const { bin, exports, dependencies, optionalDependencies, peerDependencies } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
);
const packages = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
const outputs = [...Object.values(bin), ...Object.values(exports).flatMap((target) => target.default ?? [])];

export default defineConfig({
  // `./dist/vitest/index.js` is made of `src/vitest/index.ts`.
  input: Object.fromEntries(
    outputs.map((path) => path.replace(/^\.?\/?dist\/|\.js$/g, '')).map((name) => [name, `src/${name}.ts`]),
  ),
  platform: 'node',
  external: [/^node:/, ...packages.flatMap((name) => [name, new RegExp(`^${name}/`)])],
  output: {
    dir: 'dist',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    sourcemap: true,
    cleanDir: false,
  },
});
