import { readFileSync } from 'node:fs';
import { defineConfig } from 'rolldown';
import { esmOnlyPackages, licensesOf } from './scripts/bundled-packages.mjs';

const { bin, exports, dependencies, optionalDependencies, peerDependencies } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
);
const packages = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
const required = Object.values(exports).flatMap((target) => target.require?.default ?? []);
const imported = [...Object.values(bin), ...Object.values(exports).flatMap((target) => target.default ?? [])];

// The modules that a test file loads are a few files instead of 50, because each file takes about a millisecond. A
// group takes what its modules import too, except what a group above has. The first is what `crosscheck --help`
// needs, without zod and undici. Only the last two load undici: the timeline and the evidence are in an earlier
// one because `crosscheck/arbitraries` imports them. test/package/entries.test.ts checks this.
const groups = [
  {
    name: 'print',
    test: /\/src\/(internal\/(print|redaction|terminal|closest|package-manifest|files)|client\/retried-calls)\.ts/,
  },
  { name: 'contract', test: /\/src\/contract\// },
  {
    name: 'deployment',
    test: /\/src\/(deployment\/|configuration\/|endpoint\/|polling\/timeline\.ts|client\/evidence\.ts)/,
  },
  { name: 'client', test: /\/src\/(client|polling)\// },
  { name: 'matchers', test: /\/src\/matchers\/matchers\.ts/ },
];

const shared = {
  dir: 'dist',
  codeSplitting: { groups },
  cleanDir: false,
};

/** `./dist/vitest/index.js` is made of `src/vitest/index.ts`. */
function inputOf(outputs) {
  const names = outputs.map((path) => path.replace(/^\.?\/?dist\/|\.c?js$/g, ''));
  return Object.fromEntries(names.map((name) => [name, `src/${name}.ts`]));
}

function externals(names) {
  return [/^node:/, ...names.flatMap((name) => [name, new RegExp(`^${name}/`)])];
}

export default defineConfig([
  {
    input: inputOf(imported),
    platform: 'node',
    external: externals(packages),
    output: {
      ...shared,
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name].js',
      sourcemap: true,
      // The package has src, to which the maps refer.
      sourcemapExcludeSources: true,
    },
  },
  // For `require`, in Jest 29 and in CommonJS projects. Without maps and comments, which would be half of what it adds to the
  // package.
  {
    input: inputOf(required),
    platform: 'node',
    external: externals(packages.filter((name) => !esmOnlyPackages.includes(name))),
    output: {
      ...shared,
      format: 'cjs',
      // A default export is a member, also where it is the only export.
      exports: 'named',
      entryFileNames: '[name].cjs',
      chunkFileNames: 'chunks/[name].cjs',
      comments: { legal: true, jsdoc: false, annotation: false },
      // Jest runs tests in a realm without `import()`.
      dynamicImportInCjs: false,
      postBanner: ({ moduleIds }) => licensesOf(moduleIds) ?? '',
    },
  },
]);
