import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBaseline, writeBaseline } from 'crosscheck/fuzz';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findingId, sampleFinding } from '../../../support/sample-finding.js';

const { signature, id } = sampleFinding();
const other = { ...signature, check: 'drift' };
const otherId = findingId(other);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crosscheck-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileWith(content: unknown): Promise<string> {
  const file = join(folder, 'baseline.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  return file;
}

async function messageOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ code: 'USAGE' });
  return (error as Error).message.replaceAll(`${folder}/`, '');
}

describe('a baseline that was written', () => {
  test('knows the findings that a campaign fails for, and is for people to review', async () => {
    const file = join(folder, 'written.json');
    await writeBaseline(
      file,
      [
        sampleFinding(),
        sampleFinding({ id: otherId, signature: other, confidence: 'flaky' }),
        sampleFinding({ id: 'leak-0000000000', confidence: 'not-reproduced' }),
        sampleFinding({ id: 'leak-0000000001', confidence: 'unconfirmed' }),
      ],
      { expires: '2026-01-31' },
    );
    expect(await readFile(file, 'utf8')).toMatchInlineSnapshot(`
      "{
        "crosscheck-baseline": 1,
        "known": [
          {
            "id": "drift-676b59b602",
            "signature": {
              "check": "drift",
              "endpoint": "simulate",
              "path": "response.estimatedGas",
              "class": "string for integer"
            },
            "reason": "",
            "expires": "2026-01-31"
          },
          {
            "id": "schema-5e04402250",
            "signature": {
              "check": "schema",
              "endpoint": "simulate",
              "path": "response.estimatedGas",
              "class": "string for integer"
            },
            "reason": "",
            "expires": "2026-01-31"
          }
        ]
      }
      "
    `);
    const { known, expired } = await readBaseline(file, '2026-01-31');
    expect([...known.keys()]).toEqual([otherId, id]);
    expect(expired).toEqual([]);
  });

  test('is not overwritten', async () => {
    const file = await fileWith('mine');
    expect(await messageOf(writeBaseline(file, []))).toBe(
      'The baseline baseline.json already exists and is not overwritten; choose another name or delete it first',
    );
    expect(await readFile(file, 'utf8')).toBe('mine');
  });

  test('keeps the entries of findings that were found again, and drops the rest', async () => {
    const kept = { id, reason: 'ticket 7', expires: '2026-06-30' };
    const lapsed = { id: otherId, reason: 'ticket 8', expires: '2026-01-01' };
    const gone = { id: 'leak-0000000000', reason: 'ticket 9' };
    const known = [kept, lapsed, gone];
    const earlier = await readBaseline(await fileWith({ 'crosscheck-baseline': 1, known }), '2026-01-31');
    const file = join(folder, 'again.json');
    const found = [
      sampleFinding({ isKnown: true, confidence: 'not-reproduced' }),
      sampleFinding({ id: otherId, signature: other }),
    ];
    await writeBaseline(file, found, { expires: '2026-12-31', earlier });
    expect(JSON.parse(await readFile(file, 'utf8')).known).toEqual([
      { id: otherId, signature: other, reason: 'ticket 8', expires: '2026-12-31' },
      kept,
    ]);
  });

  test('needs a day of the calendar', async () => {
    const file = join(folder, 'never.json');
    expect(await messageOf(writeBaseline(file, [], { expires: '2026-02-30' }))).toBe(
      'expires must be a date such as 2026-01-31, got "2026-02-30"',
    );
    expect(await messageOf(readBaseline(file, 'tomorrow'))).toBe(
      'today must be a date such as 2026-01-31, got "tomorrow"',
    );
  });

  test('needs a folder', async () => {
    expect(await messageOf(writeBaseline(join(folder, 'none', 'a.json'), []))).toBe(
      'The baseline none/a.json cannot be written: there is no such file or folder (ENOENT)',
    );
  });
});

describe('an entry', () => {
  test('needs no more than an id', async () => {
    const file = await fileWith({ 'crosscheck-baseline': 1, known: [{ id }] });
    expect((await readBaseline(file, '2026-01-31')).known.get(id)).toEqual({ id });
  });

  test('expires by the clock where no day is given', async () => {
    const known = [{ id, expires: '2020-01-31' }];
    const { expired } = await readBaseline(await fileWith({ 'crosscheck-baseline': 1, known }));
    expect(expired).toEqual(known);
  });

  test('counts on the day that it expires, and no longer', async () => {
    const known = [
      { id, expires: '2026-01-31', reason: 'ticket 7' },
      { id: otherId, expires: '2026-02-01' },
    ];
    const file = await fileWith({ 'crosscheck-baseline': 1, known });
    expect((await readBaseline(file, '2026-01-31')).known.size).toBe(2);
    const later = await readBaseline(file, '2026-02-01');
    expect([...later.known.keys()]).toEqual([otherId]);
    expect(later.expired).toEqual([known[0]]);
  });
});

describe('a broken baseline', () => {
  test('is reported with file and line', async () => {
    const file = await fileWith({
      'crosscheck-baseline': 1,
      known: [{ id: 'schema' }, { id, expires: '31.1.2026', until: 7 }, { id, signature: other }],
    });
    expect(await messageOf(readBaseline(file, '2026-01-31'))).toMatchInlineSnapshot(`
      "The baseline cannot be used

      baseline.json:5: known[0].id must be a check and ten hex digits: schema-1f3a9c2b40, got "schema"
      baseline.json:9: known[1].expires must be a date: 2026-01-31, got "31.1.2026"
      baseline.json:10: known[1].until is not an option; the options are id, signature, condition, reason, expires
      baseline.json:13: known[2].id must be drift-676b59b602, by its signature, got "schema-5e04402250"
      What to do: fix it, or write one with crosscheck fuzz --write-baseline; the file was not changed"
    `);
  });

  test('is an error if it is not JSON or missing', async () => {
    const file = await fileWith('{\n  "crosscheck-baseline": 1,\n  "known": [}\n}');
    expect([
      await messageOf(readBaseline(file, '2026-01-31')),
      await messageOf(readBaseline(join(folder, 'none.json'), '2026-01-31')),
    ]).toMatchInlineSnapshot(`
      [
        "The baseline cannot be used

      baseline.json:3: is invalid JSON at }
      What to do: fix it, or write one with crosscheck fuzz --write-baseline; the file was not changed",
        "The baseline cannot be used

      none.json: there is no such file
      What to do: fix it, or write one with crosscheck fuzz --write-baseline; the file was not changed",
      ]
    `);
  });
});
