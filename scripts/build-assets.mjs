// Builds what the package reads at run time: the page of the local deployment, and the templates of `crosscheck init`.
// `npm run build` runs it, and so does `npm test`, which needs nothing else that is built.
import { cp, mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { licensesOf } from './bundled-packages.mjs';

const inRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const assets = inRoot('dist/assets');

const copies = {
  'local-page.html': 'src/local/page/browser/page.html',
  'local-page.css': 'src/local/page/browser/page.css',
  templates: 'src/cli/init/templates',
};

await mkdir(assets, { recursive: true });
await Promise.all([
  buildPage(),
  ...Object.entries(copies).map(([name, path]) => cp(inRoot(path), `${assets}/${name}`, { recursive: true })),
]);

/** Bundles the script of the page with all that it imports, and with the licences of the packages among them. */
async function buildPage() {
  const { output } = await build({
    input: inRoot('src/local/page/browser/page.tsx'),
    platform: 'browser',
    output: {
      file: `${assets}/local-page.js`,
      format: 'iife',
      minify: true,
      postBanner: ({ moduleIds }) => licensesOf(moduleIds) ?? '',
    },
  });
  const { imports } = output[0];
  if (imports.length > 0) throw new Error(`The page imports ${imports.join()}, which no browser has`);
}
