// Builds what the package reads at run time: the pages of the local deployment and of reports, and the templates of
// `crosscheck init`. `npm run build` runs it, and so does `npm test`, which needs nothing else that is built.
import { cp, mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const inRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const assets = inRoot('dist/assets');

/** One script for each page, with all that it imports. */
const scripts = {
  'local-page.js': 'src/local/page/browser/show-page.js',
  'report-page.js': 'src/report/page/browser/show-report.js',
};

const copies = {
  'local-page.html': 'src/local/page/browser/page.html',
  'page.css': 'src/local/page/browser/page.css',
  'drawings.css': 'src/local/page/browser/drawings.css',
  'report-page.html': 'src/report/page/browser/page.html',
  'report.css': 'src/report/page/browser/report.css',
  templates: 'src/cli/init/templates',
};

await mkdir(assets, { recursive: true });
await Promise.all([
  ...Object.entries(scripts).map(([name, input]) =>
    build({
      input: inRoot(input),
      platform: 'browser',
      external: ['chartist'],
      output: {
        file: `${assets}/${name}`,
        format: 'iife',
        // The report has Chartist's own script, which sets this variable.
        globals: { chartist: 'Chartist' },
        // Each report has the whole of it.
        minify: true,
      },
    }),
  ),
  ...Object.entries(copies).map(([name, path]) => cp(inRoot(path), `${assets}/${name}`, { recursive: true })),
]);
