/** The comment of each member of a constant, as one line. */
export function commentsOf(source, constant) {
  const start = source.search(new RegExp(`const ${constant}\\b[^{]*\\{\n`));
  if (start < 0) throw new Error(`there is no constant ${constant}`);
  const body = source.slice(start, source.indexOf('\n};', start));
  const members = body.matchAll(/\n {2}\/\*\*([\s\S]*?)\*\/\n(?: {2}\/\/.*\n)* {2}([\w$]+):/g);
  return new Map(
    [...members].map(([, comment, name]) => [
      name,
      comment
        .replace(/\s*\n\s*\*\s?/g, ' ')
        .replace(/\{@link (?:\w+\.)?(\w+)\}/g, '`$1`')
        .trim(),
    ]),
  );
}
