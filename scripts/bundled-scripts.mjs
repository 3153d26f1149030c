import { rolldown } from 'rolldown';

const suffix = '?bundled';

/**
 * The plugin, of rolldown and of Vite, for scripts of a page that are imported as text with all that they import,
 * `./show-report.js?bundled`: one minified script, which needs no server.
 */
export function bundledScripts() {
  return {
    name: 'bundled-scripts',
    async load(id) {
      if (!id.endsWith(suffix)) return null;
      const bundle = await rolldown({ input: id.slice(0, -suffix.length), platform: 'browser' });
      const { output } = await bundle.generate({ format: 'es', minify: true, comments: { legal: true } });
      await bundle.close();
      return { code: `export default ${JSON.stringify(output[0].code)};`, moduleType: 'js' };
    },
  };
}
