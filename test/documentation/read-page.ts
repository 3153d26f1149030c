import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { readDirectives } from './read-directives.js';
import type { Snippet } from './snippet.js';

const fence = /^(`{3,})(\w*)[^\n]*\n(.*?)^\1[ \t]*$/gms;
const commentAbove = /<!--\s*snippet:(.*?)-->\s*$/s;

/** The blocks of a page that have a language. A comment about a snippet that is not right above one is an error. */
export async function readPage(path: string): Promise<Snippet[]> {
  const text = await readFile(path, 'utf8');
  const page = basename(path, '.md');
  const snippets: Snippet[] = [];
  let heading = page;
  let end = 0;
  for (const match of text.matchAll(fence)) {
    const [whole, , language = '', code = ''] = match;
    const between = text.slice(end, match.index);
    const line = text.slice(0, match.index).split('\n').length;
    heading = [...between.matchAll(/^#+ (.*)$/gm)].at(-1)?.[1] ?? heading;
    end = match.index + whole.length;
    const [, comment] = commentAbove.exec(between) ?? [];
    if (language === '') continue;
    snippets.push({ page, line, heading, language, code, directives: readDirectives(comment ?? '') });
  }
  const said = text.match(/<!--\s*snippet:/g)?.length ?? 0;
  const read = snippets.filter(({ directives }) => Object.keys(directives).length > 0).length;
  if (said !== read) throw new Error(`${path}: ${said} comments about snippets, ${read} right above one`);
  return snippets;
}
