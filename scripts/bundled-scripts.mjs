import { rolldown } from 'rolldown';
import { packedText } from './packed-text.mjs';

const suffix = '?bundled';

/** Packages that a page loads by a script of their own, and the global variables that those set. */
const globals = { chartist: 'Chartist' };

/**
 * The plugin, of rolldown and of Vite, for scripts of a page that are imported as text with all that they import,
 * `./show-report.js?bundled`: one minified script, which needs no server.
 */
export function bundledScripts() {
  return {
    name: 'bundled-scripts',
    async load(id) {
      if (!id.endsWith(suffix)) return null;
      const bundle = await rolldown({
        input: id.slice(0, -suffix.length),
        platform: 'browser',
        external: Object.keys(globals),
      });
      const { output } = await bundle.generate({
        format: 'iife',
        globals,
        minify: true,
        comments: { legal: true },
      });
      await bundle.close();
      return { code: packedText(output[0].code), moduleType: 'js' };
    },
  };
}
