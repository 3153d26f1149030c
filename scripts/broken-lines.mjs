import { parseAst } from 'rolldown/parseAst';

/**
 * The rolldown plugin that gives each statement of a file a line: of an error that nobody catches Node prints the whole line
 * in which it was thrown, before the message.
 */
export function brokenLines() {
  return {
    name: 'broken-lines',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const { code } = chunk;
        const starts = parseAst(code).body.map(({ start }) => start);
        chunk.code = [0, ...starts]
          .map((start, at) => code.slice(start, starts[at]))
          .join('\n')
          .trimStart();
      }
    },
  };
}
