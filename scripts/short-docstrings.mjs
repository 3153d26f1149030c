const docstring = /\/\*\*([\s\S]*?)\*\//g;

/** Where a field or a default comes from: `(section 8: not shown)`. */
const source = / \((?:[^()]*\b(?:[Ss]ections?|[Aa]ssumption|[Pp]ractice)\b[^()]*)\)/g;

/** What follows a semicolon, but in a list, and where the default stands there. */
const afterthought = /(?<=^[^:;]*);(?!.*\bdefault).*$/i;

/** What is beyond a line of an editor's hint, from the end of a word on. */
const beyondLine = /(?<=^.{110}\S*) .+$/;

/** What rolldown writes above each part that it puts together. */
const placeOfPart = /^\/\/(?:#(?:end)?region| declarations\/).*\n/gm;

/**
 * The rolldown plugin that leaves of each docstring in the declarations what an editor's hint is for: the first sentence,
 * up to its semicolon or a line of it, and the default. The API reference has the whole.
 */
export function shortDocstrings() {
  return {
    name: 'short-docstrings',
    renderChunk: (code) => code.replace(placeOfPart, '').replace(docstring, (_, text) => shortened(text)),
  };
}

function shortened(text) {
  const about = text
    .replace(/^[ \t]*\*[ \t]?/gm, '')
    .split(/\n(?=@)/, 1)
    .join('');
  const [first, ...others] = about
    .trim()
    .replace(/\s+/g, ' ')
    .replace(source, '')
    .split(/(?<=\.)\s+(?=[A-Z`])/);
  const defaults = others.filter((sentence) => /^Defaults?\b/.test(sentence));
  return `/** ${[first.replace(afterthought, '.').replace(beyondLine, ' …'), ...defaults].join(' ')} */`;
}
