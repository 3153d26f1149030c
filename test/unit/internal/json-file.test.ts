import { join } from 'node:path';
import { loadConfig } from 'crosscheck/config';
import { readBaseline } from 'crosscheck/fuzz';
import { describe, expect, test } from 'vitest';
import { projectFolder } from '../../support/project-folder.js';
import { cliRun } from '../cli/cli-run.js';
import { rejectionOf } from '../client/calls.js';

describe('a file that is not JSON', () => {
  /** Reads texts as baselines. Returns what each error says of its text, behind the path of the file. */
  async function problemsOf(texts: readonly string[]): Promise<string[]> {
    const folder = await projectFolder(
      Object.fromEntries(texts.map((text, index) => [`${index}.json`, text])),
    );
    return await Promise.all(
      texts.map(async (_, index) => {
        const file = join(folder, `${index}.json`);
        const { message } = await rejectionOf(readBaseline(file));
        return (
          message
            .split('\n')
            .find((line) => line.startsWith(`${file}:`))
            ?.slice(file.length + 1) ?? message
        );
      }),
    );
  }

  test.each([
    ['', 1, 'is invalid JSON: it ends too early'],
    ['{\n  "a": "x', 2, 'is invalid JSON: it ends too early'],
    ['{\n  "a": 1,\n}', 3, 'is invalid JSON at }'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 'is invalid JSON at "b": 2'],
    ["{ 'a': 1 }", 1, "is invalid JSON at 'a': 1 }"],
    ['{\n  "a": [1\n2', 3, 'is invalid JSON at 2'],
    ['{\n  "a": nul,\n}', 2, 'is invalid JSON at nul,'],
    ['{} trailing', 1, 'is invalid JSON at trailing'],
    ['// comment\n{}', 1, 'is invalid JSON at // comment'],
    [
      '\n<!doctype html><title>Sign in to staging</title>',
      2,
      'is invalid JSON at <!doctype html><titl… (28 more characters)',
    ],
    ['"\u0007"', 1, 'is invalid JSON'],
  ])('says where %j stops being JSON', async (text, line, message) => {
    expect(await problemsOf([text])).toEqual([`${line}: ${message}`]);
  });

  test('ends at its last line if it ends too early, wherever that is', async () => {
    const text = `{
  "a":
    -1.5e3,
  "b": [true, false, null, [],

    {}],
  "c": { "d": "x\\u00e9\\n" }
}`;
    const cuts = Array.from(text, (_, end) => text.slice(0, end));
    const expected = cuts.map(
      (cut) => `${cut.trimEnd().split('\n').length}: is invalid JSON: it ends too early`,
    );
    expect(await problemsOf(cuts)).toEqual(expected);
  });
});

describe('an invalid member of a file', () => {
  /** Returns the members that the error of a configuration names, each with its line. */
  async function linesIn(text: string): Promise<Record<string, number>> {
    const cwd = await projectFolder({ 'crosscheck.config.json': text });
    const { message } = await rejectionOf(loadConfig({ cwd, env: {} }));
    const lines = message.matchAll(/crosscheck\.config\.json:(\d+): (\S+) /g);
    return Object.fromEntries([...lines].map(([, line, path = '']) => [path, Number(line)]));
  }

  test('has the line of its name, also if that contains what separates names', async () => {
    const text = `
{
  "deployments": {
    "a": { "retries":
      {
        "limit": -1 } },
    "a.b[3]": {
      "simulatorUrl":
        5 }
  }
}`;
    expect(await linesIn(text)).toEqual({
      'deployments.a.retries.limit': 6,
      'deployments.a.b[3].simulatorUrl': 8,
    });
  });

  test('has the line of its place in a list', async () => {
    const text = `{ "smoke": { "skipChecks": [
  "clock-skew",
  "clock-scew"
] } }`;
    expect(await linesIn(text)).toEqual({ 'smoke.skipChecks[1]': 3 });
  });

  test('has the line of the object that lacks it', async () => {
    const text = `{
  "shardsKey":
    "01",
  "alphaCallParams": {
  },
  "betaAssets": [
    { "amount": "7" },
    {
      "amount":
        "-7" }
  ],
  "betaCaller": "0:${'0'.repeat(64)}"
}`;
    const cwd = await projectFolder({ 'request.json': text });
    const args = ['simulate', join(cwd, 'request.json'), '--simulator-url', 'http://127.0.0.1:9'];
    const { stderr } = await cliRun(args);
    expect(stderr.match(/request\.json:\d+: \S+(?=:)/g)).toEqual([
      'request.json:2: shardsKey',
      'request.json:4: alphaCallParams.target',
      'request.json:9: betaAssets[1].amount',
    ]);
  });

  test('has the first line if it is the whole', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`member${index}`, 0]));
    const lines = await linesIn(`\n\n${JSON.stringify(unknown, null, 2)}`);
    expect(lines).toMatchObject({ member0: 4, member9: 13, options: 3 });
  });
});
