import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What of a suite the compiler of a project takes in, by language. */
export type CompiledSuite = 'nothing' | 'typescript' | 'javascript too';

/** The patterns that keep a suite out of a compilation. */
export function suitePatterns(isApart: boolean): readonly string[] {
  return isApart
    ? ['crosscheck', 'crosscheck.config.*', 'vitest.crosscheck.config.*']
    : ['test/crosscheck', 'crosscheck.config.*', 'vitest.config.*'];
}

/**
 * Says what of the suite the `tsconfig.json` of a project takes in though it is not made for it: the suite would not compile
 * as CommonJS, and would move what is emitted. What that file extends is not looked at: a doubt counts as taken in.
 */
export async function compiledSuite(folder: string, isApart: boolean): Promise<CompiledSuite> {
  const text = await readFile(join(folder, 'tsconfig.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return 'nothing';
  // Patterns may look like comments.
  const bare = text.replace(/("(?:\\.|[^"\\])*")|\/\/.*|\/\*[\s\S]*?\*\//g, '$1');
  if (!takesIn(bare, isApart) || isMadeForIt(bare)) return 'nothing';
  return /"(?:allow|check)Js"\s*:\s*true/.test(bare) ? 'javascript too' : 'typescript';
}

function takesIn(bare: string, isApart: boolean): boolean {
  if (bare.includes('"crosscheck.config.*"')) return false;
  const include = /"include"\s*:\s*\[([^\]]*)/.exec(bare)?.[1];
  if (include === undefined) return !/"files"\s*:/.test(bare);
  // The folder of the project, a wildcard at its top, or the folder of the suite.
  const pattern = isApart
    ? /"(?:\.\/)?(?:\.?"|[^"/]*\*|crosscheck\b)/
    : /"(?:\.\/)?(?:\.?"|[^"/]*\*|test["/])/;
  return pattern.test(include);
}

/** It only checks types, and finds packages by their exports. */
function isMadeForIt(bare: string): boolean {
  return (
    /"noEmit"\s*:\s*true/.test(bare) &&
    /"module(?:Resolution)?"\s*:\s*"(?:node(?:1[68]|20|next)|preserve|bundler)"/i.test(bare)
  );
}
