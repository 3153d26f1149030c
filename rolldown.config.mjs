import { readFileSync } from 'node:fs';
import { defineConfig } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { brokenLines } from './scripts/broken-lines.mjs';
import { bundledScripts } from './scripts/bundled-scripts.mjs';
import { chunkOf } from './scripts/chunk-of.mjs';
import { minifiedTexts } from './scripts/minified-texts.mjs';
import { packedArtifacts } from './scripts/packed-artifacts.mjs';
import { shortDocstrings } from './scripts/short-docstrings.mjs';
import { withoutFacades } from './scripts/without-facades.mjs';

const { bin, exports, dependencies, optionalDependencies, peerDependencies } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
);
const packages = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
const external = [/^node:/, ...packages.flatMap((name) => [name, new RegExp(`^${name}/`)])];
const entries = Object.values(exports);

/** Each output, without its folder and ending, and the file that it is made of. */
const inputs = (outputs, folder, ending) =>
  Object.fromEntries(
    outputs
      .map((path) => path.replace(/^(?:\.\/)?dist\/(.*?)(?:\.d\.ts|\.js)$/, '$1'))
      .map((path) => [path, `${folder}/${path}${ending}`]),
  );

/** Each entry and each part that is loaded when it is needed becomes one file: loading many small files takes longer. */
const code = {
  input: inputs([...Object.values(bin), ...entries.flatMap((target) => target.default ?? [])], 'src', '.ts'),
  platform: 'node',
  plugins: [packedArtifacts(), minifiedTexts(), bundledScripts(), withoutFacades(), brokenLines()],
  external,
  output: {
    dir: 'dist',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    // By itself rolldown makes a file of each set of parts that share something.
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: chunkOf(packages), debugName: 'rooms' }],
    },
    // The names of errors are written out; all else is read in the repository.
    minify: { compress: true, mangle: { keepNames: { class: true, function: false } } },
    // Who wants to read has the declarations; bundlers need the annotations.
    comments: { legal: true, annotation: true, jsdoc: false },
    cleanDir: false,
  },
};

/** The declarations that the compiler wrote, without what no entry leads to; what entries have in common is in one file. */
const declarations = {
  input: inputs(
    entries.flatMap((target) => target.types ?? []),
    'declarations',
    '.d.ts',
  ),
  plugins: [dts({ dtsInput: true }), shortDocstrings()],
  external,
  // An import for its side effects alone is one that augments another's types.
  treeshake: { moduleSideEffects: true },
  output: {
    dir: 'dist',
    entryFileNames: '[name].d.ts',
    chunkFileNames: 'types/[name].d.ts',
    codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
    cleanDir: false,
  },
};

export default defineConfig([code, declarations]);
