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

interface TsConfig {
  readonly compilerOptions?: Readonly<Record<string, unknown>>;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly files?: readonly string[];
}

/**
 * Says what of the suite the `tsconfig.json` of a project takes in though it is not made for it: the suite would not compile
 * as CommonJS, and would move what is emitted. What that file extends is not looked at: a doubt counts as taken in.
 */
export async function compiledSuite(folder: string, isApart: boolean): Promise<CompiledSuite> {
  const text = await readFile(join(folder, 'tsconfig.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return 'nothing';
  const config = await tsConfigOf(text);
  if (!takesIn(config, isApart) || isMadeForIt(config)) return 'nothing';
  const { allowJs, checkJs } = config.compilerOptions ?? {};
  return allowJs === true || checkJs === true ? 'javascript too' : 'typescript';
}

/** Of what cannot be read nothing is known. */
async function tsConfigOf(text: string): Promise<TsConfig> {
  const { evaluate, parse } = await import('@humanwhocodes/momoa');
  try {
    return (evaluate(parse(text, { mode: 'jsonc', allowTrailingCommas: true })) ?? {}) as TsConfig;
  } catch {
    return {};
  }
}

function takesIn({ include, exclude, files }: TsConfig, isApart: boolean): boolean {
  if (exclude?.includes('crosscheck.config.*')) return false;
  if (include === undefined) return files === undefined;
  // The folder of the project, a wildcard at its top, or the folder of the suite.
  const pattern = isApart
    ? /^(?:\.\/)?(?:\.?$|[^/]*\*|crosscheck\b)/
    : /^(?:\.\/)?(?:\.?$|[^/]*\*|test(?:\/|$))/;
  return include.some((path) => pattern.test(path));
}

/** It only checks types, and finds packages by their exports. */
function isMadeForIt({ compilerOptions: { noEmit, module, moduleResolution } = {} }: TsConfig): boolean {
  const isModern = (name: unknown): boolean =>
    /^(?:node(?:1[68]|20|next)|preserve|bundler)$/i.test(String(name));
  return noEmit === true && (isModern(module) || isModern(moduleResolution));
}
