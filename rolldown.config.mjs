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
    codeSplitting: {
      // The modules that a test file loads are a few files instead of 50, because each file takes about a millisecond. A
      // group takes what its modules import too, except what a group above has. The first is what `crosscheck --help`
      // needs, without zod and undici. Only the last two load undici: the timeline and the evidence are in an earlier
      // one because `crosscheck/arbitraries` imports them. test/package/entries.test.ts checks this.
      groups: [
        {
          name: 'print',
          test: /\/src\/(internal\/(print|redaction|terminal|closest|package-manifest|files)|client\/(report-exchange|retried-calls))\.ts/,
        },
        { name: 'contract', test: /\/src\/contract\// },
        {
          name: 'deployment',
          test: /\/src\/(deployment\/|configuration\/|endpoint\/|polling\/timeline\.ts|client\/evidence\.ts)/,
        },
        { name: 'client', test: /\/src\/(client|polling)\// },
        { name: 'matchers', test: /\/src\/matchers\/matchers\.ts/ },
      ],
    },
    sourcemap: true,
    // The package has src, to which the maps refer.
    sourcemapExcludeSources: true,
    cleanDir: false,
  },
});
