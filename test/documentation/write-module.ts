import { readdirSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { onOneLine, splitImports } from './imports.js';
import type { Snippet } from './snippet.js';

/** A block of code as a file. */
export interface SnippetModule {
  readonly snippet: Snippet;
  /** Beneath the folder of the project of its page. */
  readonly file: string;
  readonly text: string;
  /** By Vitest, by itself, or only with those that import it or by a script: types, what tests share, tests of other runners. */
  readonly runs: 'test' | 'module' | 'imported';
}

const givenFolder = new URL('given/', import.meta.url);

/** What a block may use without saying where it comes from: the name of each, and its file. */
const given = new Map(
  readdirSync(givenFolder).map((file) => {
    const name = basename(file, '.ts').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    return [name, file.replace(/\.ts$/, '.js')] as const;
  }),
);

const call = (names: string, where: string): RegExp =>
  new RegExp(`${where}(?:${names})(?:\\.\\w+)*[(\`]`, 'm');
const assertion = call('expect|test|it|describe|defineSmokeSuite', '(?<![.\\w])');
const staging = /\bstaging\.example\.org/;
/** What the runners of docs/runners.md run that are neither Vitest nor Node itself. */
const otherRunner = /from '(?:chai|bun:test)'|\bDeno\.test\b/;
const wholeTest = call('test|it|describe|defineSmokeSuite', '^');

/**
 * Writes a block as a file. One that names its file in its first line is that file. One that asserts outside of a test
 * becomes the body of one. Names that it does not say are imported from `given/`.
 *
 * @param earlier the code of the blocks that it goes on from
 * @param places its project and `meets`, the local deployment that stands for staging
 */
export function writeModule(
  snippet: Snippet,
  code: string,
  earlier: string,
  places: { readonly project: string; readonly root: string; readonly meets: string },
): SnippetModule {
  const [, ownName] = /^\/\/ (\S+\.[cm]?[jt]sx?)\s*$/m.exec(code.split('\n', 1)[0] ?? '') ?? [];
  const whole = `${earlier}${code}`;
  const isTest = ownName ? /\.test\.[cm]?[jt]sx?$/.test(ownName) : assertion.test(whole);
  const extension = snippet.language === 'js' ? 'js' : 'ts';
  const file =
    ownName ?? snippet.directives.file ?? `line-${snippet.line}${isTest ? '.test' : ''}.${extension}`;
  const up = relative(`${places.project}/${file}/..`, places.root);
  const from = (path: string): string => `import '${up}/${path}';`;
  const names = givenNames(whole);
  // A test has the local deployment of its run, unless it is about staging.
  const meets =
    names.length > 0 && (!isTest || staging.test(snippet.code)) ? [`meets/${places.meets}.js`] : [];
  const needed = [...meets, ...names.map((path) => `given/${path}`)].map(from);
  const { imports, body } = splitImports(whole);
  const isFragment = isTest && !wholeTest.test(whole);
  const runner = isFragment ? ["import { expect, test } from 'vitest';", "import 'crosscheck/vitest';"] : [];
  const head = onOneLine([...needed, ...runner, ...imports]);
  const text = isFragment
    ? `${head} test('${snippet.page}:${snippet.line}', async () => { ${body}\n});\n`
    : `${head} ${body}\n`;
  // A file that the reader writes is left as it is, where nothing is missing in it.
  const isComplete = snippet.language === 'js' || (ownName !== undefined && needed.length === 0);
  const isShared =
    file.endsWith('.d.ts') ||
    /'(?:(?:crosscheck\/)?vitest|crosscheck\/playwright)'/.test(imports.join()) ||
    otherRunner.test(whole);
  const runs = isTest ? 'test' : isShared ? 'imported' : 'module';
  return { snippet, file, text: isComplete ? code : text, runs };
}

function givenNames(code: string): string[] {
  return [...given]
    .filter(([name]) => new RegExp(`(?<![.\\w'"\`-])${name}\\b(?!\\s*:|['"\`-])`).test(code))
    .filter(
      ([name]) =>
        !new RegExp(`(?:(?:const|let|using|function)|(?:import |\\()\\{[^}]*)\\s+${name}\\b`).test(code),
    )
    .map(([, file]) => file);
}
