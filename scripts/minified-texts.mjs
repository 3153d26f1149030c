import { readFile } from 'node:fs/promises';
import { minify } from 'rolldown/utils';
import { packedText } from './packed-text.mjs';

const suffix = '?raw';

/**
 * The rolldown plugin for files that are imported as text, `./page.css?raw`, which Vite knows by itself: the files of
 * the local deployment's page, without what only their readers need; others, templates, as they are.
 */
export function minifiedTexts() {
  return {
    name: 'minified-texts',
    async load(id) {
      if (!id.endsWith(suffix)) return null;
      const path = id.slice(0, -suffix.length);
      const text = await minified(path, await readFile(path, 'utf8'));
      return { code: packedText(text), moduleType: 'js' };
    },
  };
}

async function minified(path, text) {
  if (path.endsWith('.css')) return text.replace(/\s+/g, ' ').replace(/ ?([{};,]) ?/g, '$1');
  if (path.endsWith('.html')) return text.replace(/>\s+</g, '><');
  if (!path.endsWith('.js')) return text;
  const { code, errors } = await minify(path, text, { module: true });
  if (errors.length > 0) throw errors[0];
  return code;
}
