import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Converter } from 'typedoc';
import { MarkdownPageEvent } from 'typedoc-plugin-markdown';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const entries = Object.entries(manifest.exports)
  .filter(([, { types }]) => types !== undefined)
  .map(([path, { types }]) => ({
    name: path.replace('.', manifest.name),
    page: path === '.' ? 'README.md' : `${path.slice(2)}.md`,
    source: types.replace(/^\.\/dist\/(.*)\.d\.ts$/, 'src/$1.ts'),
  }));

/**
 * A TypeDoc plugin: each page is named after its entry, and begins with what the entry's file says of itself; what is
 * thrown keeps the name of its class.
 */
export function load({ converter, renderer }) {
  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    const comments = Object.values(project.reflections).flatMap(({ comment }) => comment ?? []);
    for (const tag of comments.flatMap(({ blockTags }) => blockTags)) {
      if (tag.tag !== '@throws' || tag.typeAnnotation === undefined) continue;
      tag.content.unshift(
        { kind: 'code', text: `\`${tag.typeAnnotation.replace(/^\{|\}$/g, '')}\`` },
        { kind: 'text', text: ' ' },
      );
    }
  });
  renderer.on(MarkdownPageEvent.END, (event) => {
    const entry = entries.find(({ page }) => page === event.url);
    if (!entry || event.contents === undefined) return;
    const parts = [`# \`${entry.name}\``, aboutOf(entry), entry.page === 'README.md' ? otherEntries() : ''];
    event.contents = event.contents
      .replace(/^# .*\n/, `${parts.filter((part) => part !== '').join('\n\n')}\n`)
      // Options that a function takes apart in its head have no name of their own.
      .replaceAll('__namedParameters', 'options');
  });
}

/** The text of the comment that a file begins with. */
function aboutOf({ source }) {
  const text = readFileSync(fileURLToPath(new URL(`../../${source}`, import.meta.url)), 'utf8');
  const [, comment = ''] = /^\/\*\*(.*?)\*\//s.exec(text) ?? [];
  // TypeDoc prints the comment of a module that names itself.
  if (comment.includes('@module')) return '';
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .join('\n')
    .trim();
}

function otherEntries() {
  const links = entries.slice(1).map(({ name, page }) => `[\`${name}\`](${page})`);
  return `The other entries: ${links.join(', ')}.`;
}
