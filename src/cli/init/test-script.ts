import type { Manifest } from './manifest.js';
import { suiteScript } from './suite-script.js';

const runner = /(?<![\w@-])(?:vitest|jest|ava|mocha|tap|bun test)(?![\w:.-])|(?<!\S)--test(?=$|[\s;&|])/;

/** The script of a project that runs tests by what finds new ones by their names, if it has one: `the script test`. */
export function testScriptOf({ scripts = {} }: Pick<Manifest, 'scripts'>): string | undefined {
  const found = Object.entries(scripts).find(
    ([name, command]) => name !== suiteScript && runner.test(command),
  );
  return found && `the script ${found[0]}`;
}
