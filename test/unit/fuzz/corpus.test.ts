import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Finding, phaseNames, readCorpus, replayCase } from 'crosscheck/fuzz';
import { describe, expect, test } from 'vitest';
import { projectFolder } from '../../support/project-folder.js';
import {
  completePlan,
  findingId,
  sampleFinding,
  samplePlan,
  writeCorpusEntry,
} from '../../support/sample-finding.js';
import { startScriptedService, success } from './scripted-service.js';

const foundAt = Date.UTC(2026, 0, 31, 23, 59);

function findingOf(check: string, given: Partial<Finding> = {}): Finding {
  const signature = { ...sampleFinding().signature, check };
  return sampleFinding({ id: findingId(signature), signature, ...given });
}

/** The message of an error, with the folder called `corpus`. */
async function messageOf(work: Promise<unknown>, folder: string): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ code: 'USAGE' });
  return (error as Error).message.replaceAll(folder, 'corpus');
}

describe('a corpus', () => {
  test('returns its entries in the order of their names', async () => {
    const folder = join(await projectFolder(), 'not', 'there');
    await writeCorpusEntry(folder, findingOf('schema'), foundAt);
    await writeCorpusEntry(folder, findingOf('drift', { confidence: 'flaky' }), foundAt);
    const { id, signature, message, plan } = findingOf('schema');
    const entry = {
      'crosscheck-corpus': 1,
      id,
      signature,
      confidence: 'stable',
      found: '2026-01-31',
      message,
      answers: ['success'],
      plan,
    };
    expect(await readCorpus(folder)).toEqual([expect.objectContaining({ confidence: 'flaky' }), entry]);
  });

  test('writes the same text for the same finding, for reviews', async () => {
    const folder = await projectFolder();
    const { plan, message, signature, ...more } = findingOf('schema');
    const [{ requests: [request] = [] } = {}] = samplePlan.steps;
    const shuffled = Object.fromEntries(Object.entries(request ?? {}).reverse());
    const steps = [{ requests: [shuffled] }] as unknown as typeof plan.steps;
    const file = await writeCorpusEntry(
      folder,
      { ...more, plan: { kind: plan.kind, steps, phase: plan.phase }, signature, message },
      foundAt,
    );
    expect(file).toBe(join(folder, 'schema-5e04402250.json'));
    expect(await readFile(file, 'utf8')).toMatchInlineSnapshot(`
      "{
        "crosscheck-corpus": 1,
        "id": "schema-5e04402250",
        "signature": {
          "check": "schema",
          "endpoint": "simulate",
          "path": "response.estimatedGas",
          "class": "string for integer"
        },
        "confidence": "stable",
        "found": "2026-01-31",
        "message": "response.estimatedGas must be an integer, got \\"21000\\"",
        "plan": {
          "phase": "valid",
          "kind": "call",
          "steps": [
            {
              "requests": [
                {
                  "endpoint": "simulate",
                  "body": "{\\"shardsKey\\":\\"0\\"}",
                  "expect": {
                    "kind": "simulated",
                    "request": {
                      "shardsKey": "0"
                    }
                  }
                }
              ]
            }
          ]
        },
        "answers": [
          "success"
        ]
      }
      "
    `);
    expect(await readdir(folder)).toEqual(['schema-5e04402250.json']);
  });

  test('is empty when there is no folder', async () => {
    expect(await readCorpus(join(await projectFolder(), 'none'))).toEqual([]);
  });

  test('writes long bodies to separate files for curl, and does not read them', async () => {
    const folder = await projectFolder();
    const body = 'a'.repeat(3_000);
    const request = { endpoint: 'simulate', body, expect: { kind: 'no-server-error', reason: '' } } as const;
    await writeCorpusEntry(
      folder,
      findingOf('schema', { plan: { ...samplePlan, steps: [{ requests: [request] }] } }),
    );
    expect(await readdir(folder)).toEqual(['schema-5e04402250-1.body', 'schema-5e04402250.json']);
    expect(await readFile(join(folder, 'schema-5e04402250-1.body'), 'utf8')).toBe(body);
    expect(await readCorpus(folder)).toHaveLength(1);
  });

  test('replaces a case that did not show its finding', async () => {
    const folder = await projectFolder();
    await writeCorpusEntry(folder, findingOf('schema'));
    await writeCorpusEntry(folder, findingOf('schema', { message: 'again' }));
    expect(await readCorpus(folder)).toMatchObject([{ message: 'again' }]);
  });

  test('keeps the file of a case that it showed itself', async () => {
    const folder = await projectFolder();
    await writeCorpusEntry(folder, findingOf('schema'));
    await writeCorpusEntry(folder, findingOf('schema', { message: 'again', caseId: '7:corpus/0' }));
    expect(await readCorpus(folder)).toMatchObject([{ message: findingOf('schema').message }]);
  });

  test('adds a case for a finding that another case showed', async () => {
    const folder = await projectFolder();
    await writeCorpusEntry(folder, findingOf('schema', { caseId: '7:corpus/0' }));
    expect(await readdir(folder)).toEqual(['schema-5e04402250.json']);
  });

  test('that cannot be written is an error', async () => {
    const folder = join(await projectFolder(), 'file');
    await writeFile(folder, '');
    expect(await messageOf(writeCorpusEntry(folder, findingOf('schema')), folder)).toBe(
      'The case corpus/schema-5e04402250.json cannot be written: a part of its path is a file, not a folder (ENOTDIR)',
    );
    expect(await messageOf(readCorpus(folder), folder)).toBe('The corpus corpus cannot be read (ENOTDIR)');
  });
});

describe('a broken corpus', () => {
  /** A corpus with one file, of which a text was replaced by another. */
  async function corpusWith(from: string | RegExp, to: string): Promise<string> {
    const folder = await projectFolder();
    const file = await writeCorpusEntry(folder, findingOf('schema'), foundAt);
    const text = await readFile(file, 'utf8');
    const broken = text.replace(from, to);
    expect(broken).not.toBe(text);
    await writeFile(file, broken);
    return folder;
  }

  test('reports the issues of every file with their places, and changes nothing', async () => {
    const folder = await corpusWith(/"kind": "call",\n/, '"kind": "call"\n');
    await writeCorpusEntry(folder, findingOf('drift'), foundAt);
    const other = join(folder, `${findingOf('drift').id}.json`);
    await writeFile(other, (await readFile(other, 'utf8')).replace('"steps"', '"stepps"'));
    await writeFile(join(folder, 'renamed.json'), (await readFile(other, 'utf8')).replace('stepps', 'steps'));
    await writeFile(join(folder, 'empty.json'), '');
    await mkdir(join(folder, 'folder.json'));
    const before = await Promise.all(
      [other, join(folder, 'empty.json')].map((file) => readFile(file, 'utf8')),
    );
    expect(await messageOf(readCorpus(folder), folder)).toMatchInlineSnapshot(`
      "The corpus corpus cannot be used

      corpus/drift-676b59b602.json:13: plan.steps is missing
      corpus/drift-676b59b602.json:16: plan.stepps is not an option; did you mean steps?
      corpus/empty.json:1: is invalid JSON: it ends too early
      corpus/folder.json: cannot be read (EISDIR)
      corpus/renamed.json: must be named drift-676b59b602.json, after its id
      corpus/schema-5e04402250.json:16: is invalid JSON at "steps": [
      What to do: fix the files, or delete them; they were not changed"
    `);
    const after = await Promise.all(
      [other, join(folder, 'empty.json')].map((file) => readFile(file, 'utf8')),
    );
    expect(after).toEqual(before);
  });

  test.each([
    [
      'another form',
      '"crosscheck-corpus": 1',
      '"crosscheck-corpus": 2',
      '2: crosscheck-corpus must be 1, the only version, got 2',
    ],
    [
      'an id of another finding',
      '"string for integer"',
      '"null for integer"',
      '3: id must be schema-68de8a716b, by its signature, got "schema-5e04402250"',
    ],
    [
      'an unknown confidence',
      '"stable"',
      '"sure"',
      '10: confidence must be one of stable, flaky, unconfirmed, not-reproduced, got "sure"',
    ],
    [
      'an impossible day',
      '2026-01-31',
      '2026-02-31',
      '11: found must be a date: 2026-01-31, got "2026-02-31"',
    ],
    [
      'an unknown phase',
      '"phase": "valid"',
      '"phase": "valit"',
      `14: plan.phase must be one of ${phaseNames.join(', ')}, got "valit"`,
    ],
    [
      'an answer to no request',
      /"answers": \[[\s\S]*?\]/,
      '"answers": ["success", "failure"]',
      '33: answers must have one answer for each request of the plan: 1, got 2',
    ],
    [
      'no answers',
      /"answers": \[[\s\S]*?\]/,
      '"answers": []',
      '33: answers must have one answer for each request of the plan: 1, got 0',
    ],
    ['no steps', /"steps": \[[\s\S]*\n {4}\]/, '"steps": []', '16: plan.steps must not be empty, got []'],
    [
      'an unknown expectation',
      '"kind": "simulated"',
      '"kind": "simulate"',
      '23: plan.steps[0].requests[0].expect.kind must be one of simulated, rejected, known, unknown, answered, wrong-method, no-server-error, got "simulate"',
    ],
    [
      'a body that is none',
      /"body": .*,/,
      '"body": 7,',
      '21: plan.steps[0].requests[0].body must be of another type, got 7',
    ],
    [
      'a body that is not base64',
      /"body": .*,/,
      '"body": { "base64": "?" },',
      '21: plan.steps[0].requests[0].body.base64 must be base64, got "?"',
    ],
    [
      'both kinds of request',
      /"body": .*,/,
      '"body": "", "wire": [{ "bytes": "" }],',
      '21: plan.steps[0].requests[0].wire excludes method, query, headers and body, got [{"bytes":""}]',
    ],
    [
      'a path with more than a path',
      /"body": .*,/,
      '"path": "/a?b",',
      '21: plan.steps[0].requests[0].path must be a path that starts with /, without a query, got "/a?b"',
    ],
    [
      'a pause without end',
      '"requests"',
      '"pauseMs": 1e9, "requests"',
      '18: plan.steps[0].pauseMs must be a number from 0 to 60000, got 1000000000',
    ],
    [
      'repetitions without end',
      /"body": .*,/,
      '"wire": [{ "bytes": "a", "times": 1e9 }],',
      '21: plan.steps[0].requests[0].wire[0].times must be an integer from 1 to 1000000, got 1000000000',
    ],
    [
      'a pair of what there is not',
      '"steps"',
      '"relation": { "name": "key-order", "pairs": [[0, 1]] },\n"steps"',
      '16: plan.relation.pairs[0] must name requests from 0 to 0, got [0,1]',
    ],
  ])('has %s', async (_, from, to, fault) => {
    const folder = await corpusWith(from, to);
    const [, , line] = (await messageOf(readCorpus(folder), folder)).split('\n');
    expect(line).toBe(`corpus/schema-5e04402250.json:${fault}`);
  });

  test('is reported in ten lines at most', async () => {
    const folder = await projectFolder();
    for (let index = 0; index < 12; index++) await writeFile(join(folder, `${index}.json`), '');
    expect((await messageOf(readCorpus(folder), folder)).split('\n').slice(-2)).toEqual([
      'and 2 more',
      'What to do: fix the files, or delete them; they were not changed',
    ]);
  });

  test('cannot fill the memory', async () => {
    const folder = await projectFolder();
    await writeFile(join(folder, 'a.json'), ' '.repeat(16 * 1024 * 1024 + 1));
    expect(await messageOf(readCorpus(folder), folder)).toContain(
      'corpus/a.json: is larger than 16777216 bytes, which no such file needs to be',
    );
  });
});

test('reads one case from a file of any name, with a byte order mark', async () => {
  const folder = await projectFolder();
  const file = await writeCorpusEntry(folder, sampleFinding({ plan: completePlan }));
  const copy = join(folder, 'copy.txt');
  await writeFile(copy, `\ufeff${await readFile(file, 'utf8')}`);
  const { deployment } = await startScriptedService([success()]);
  expect(await replayCase({ deployment, file: copy, runs: 1 })).toMatchObject({ plan: completePlan });
  const missing = replayCase({ deployment, file: join(folder, 'none') });
  expect(await messageOf(missing, folder)).toMatchInlineSnapshot(`
    "The case cannot be replayed

    corpus/none: there is no such file
    What to do: name the file of the case, or its folder (corpus)"
  `);
});
