// Builds what the package reads at run time: the page of the local deployment, and the templates of `crosscheck init`.
// `npm run build` runs it, and so does `npm test`, which needs nothing else that is built.
import { cp, mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const inRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const assets = inRoot('dist/assets');

const copies = {
  'local-page.html': 'src/local/page/browser/page.html',
  'page.css': 'src/local/page/browser/page.css',
  'drawings.css': 'src/local/page/browser/drawings.css',
  templates: 'src/cli/init/templates',
};

await mkdir(assets, { recursive: true });
await Promise.all([
  // The script of the page, with all that it imports.
  build({
    input: inRoot('src/local/page/browser/show-page.js'),
    platform: 'browser',
    output: { file: `${assets}/local-page.js`, format: 'iife', minify: true },
  }),
  ...Object.entries(copies).map(([name, path]) => cp(inRoot(path), `${assets}/${name}`, { recursive: true })),
]);
