import { readFileSync } from 'node:fs';
import { defineConfig } from 'rolldown';
import { bundledScripts } from './scripts/bundled-scripts.mjs';
import { minifiedTexts } from './scripts/minified-texts.mjs';

const { bin, exports, dependencies, optionalDependencies, peerDependencies } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
);
const packages = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
const outputs = [...Object.values(bin), ...Object.values(exports).flatMap((target) => target.default ?? [])];

/** Each entry and each part that is loaded when it is needed becomes one file: loading many small files takes longer. */
export default defineConfig({
  input: Object.fromEntries(
    outputs
      .map((path) => path.replace(/^(?:\.\/)?dist\/(.*)\.js$/, '$1'))
      .map((path) => [path, `src/${path}.ts`]),
  ),
  platform: 'node',
  plugins: [minifiedTexts(), bundledScripts()],
  external: [/^node:/, ...packages.flatMap((name) => [name, new RegExp(`^${name}/`)])],
  output: {
    dir: 'dist',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    // Errors are known by the names of their classes; all else is read in the repository.
    minify: {
      compress: true,
      mangle: { keepNames: { class: true, function: false } },
      codegen: { removeWhitespace: true },
    },
    // Who wants to read has the declarations; bundlers need the annotations.
    comments: { legal: true, annotation: true, jsdoc: false },
    cleanDir: false,
  },
});
