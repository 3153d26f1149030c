import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CampaignEnded, CampaignEvent, CampaignStarted, RecordedCall } from 'crosscheck/fuzz';
import { readReport } from 'crosscheck/report';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended, exchange, exercised, found, reportText, started, tick, wholeReport } from './events.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crosscheck-report-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(text: string) {
  const file = join(folder, 'report.ndjson');
  await writeFile(file, text);
  return readReport(file).catch((error: Error) => error.message.replaceAll(folder, ''));
}

test('returns the events of a report as they were written', async () => {
  expect(await read(reportText(wholeReport()))).toEqual(wholeReport());
});

/** Of a type all members, also those that are optional: a new one is missing here until it is read back. */
type Whole<T> = T extends object ? { [Name in keyof T]-?: Whole<Exclude<T[Name], undefined>> } : T;

test('loses no member of any event', async () => {
  const { request, response } = exchange();
  const call: Whole<RecordedCall> = {
    request: { method: request.method, url: request.url, headers: request.headers, body: request.body ?? '' },
    response: { status: 200, headers: {}, body: response?.body ?? '' },
    traceId: 'a1'.repeat(16),
    startedAt: 1,
    durationMs: 2,
    attempts: [
      {
        startedAfterMs: 0,
        durationMs: 2,
        status: 200,
        failure: 'the answer broke off',
        reason: 'the answer broke off',
      },
    ],
  };
  const start: Whole<CampaignStarted> = {
    ...started(),
    corpus: false,
    merged: [0],
    phaseCases: { valid: 300 },
    settings: { chains: { alpha: 'evm' } },
    given: ['calls', 'tokens', 'arguments', 'operationIds'],
    expired: ['schema-0000000001'],
    notes: ['1 case of the corpus is left out'],
  };
  const end: Whole<CampaignEnded> = ended({
    verdict: 'inconclusive',
    because: 'no-evidence',
    exercised: exercised(),
    required: ['verdicts'],
  }) as Whole<CampaignEnded>;
  const events = [start, ...wholeReport().slice(1, -1), found({ exchanges: [call] }), end];
  expect(await read(reportText(events))).toEqual(events);
});

test('reads gaps of older reports, which are texts', async () => {
  const [line = ''] = reportText([ended({ gaps: [{ text: 'no simulation succeeded' }] })]).split('\n');
  const older = line.replace('{"text":"no simulation succeeded"}', '"no simulation succeeded"');
  expect(older).not.toBe(line);
  const [, end] = (await read(reportText([started()]) + older)) as CampaignEvent[];
  expect(end).toMatchObject({ gaps: [{ text: 'no simulation succeeded' }] });
});

test.each([1, 20, 100])('leaves out a last line of which %i characters are missing', async (missing) => {
  const events = [started(), tick(), found()];
  expect(await read(reportText(events).slice(0, -1 - missing))).toEqual(events.slice(0, -1));
});

test('texts may contain other line separators', async () => {
  const events = [started(), found({ message: 'a\r\u2028\u2029\u0085\n' }), ended()];
  expect(await read(reportText(events))).toEqual(events);
});

test('accepts a last line without its line feed', async () => {
  expect(await read(reportText([started(), ended()]).trimEnd())).toEqual([started(), ended()]);
});

test.each<[string, string]>([
  ['', '/report.ndjson is empty: the campaign ended before it began; run it again'],
  [
    reportText([tick()]),
    '/report.ndjson:1: must be the start of a campaign, got the event tick; is its beginning missing?',
  ],
  [
    reportText([started(), ended(), started()]),
    '/report.ndjson:3: a second campaign starts here; keep one file per campaign and merge them with crosscheck report merge',
  ],
  ...[ended(), tick()].map(
    (after) =>
      [
        reportText([started(), ended(), after]),
        `/report.ndjson:3: the event ${after.event} comes after the end of the campaign; was the file edited?`,
      ] as [string, string],
  ),
  [
    `${reportText([started()])}{"event": \n${reportText([ended()])}`,
    '/report.ndjson:2: must be an event of a campaign as JSON, got "{"event": "',
  ],
  [
    `${reportText([started()])}{"event": \n`,
    '/report.ndjson:2: must be an event of a campaign as JSON, got "{"event": "',
  ],
  ['<html>', '/report.ndjson:1: must be an event of a campaign as JSON, got "<html>"'],
  [
    '{"shardsKey":"0"}\n',
    '/report.ndjson:1: is not a line of a campaign\'s report, got "{"shardsKey":"0"}": name a file of .crosscheck/reports',
  ],
  [
    `{"event":"campaign","format":2}\n`,
    '/report.ndjson:1: is not an event of a campaign\'s report: format: Invalid input: expected 1, got "{"event":"campaign","format":2}"',
  ],
])('rejects %j', async (text, message) => {
  expect(await read(text)).toBe(message);
});

test('accepts blank lines, and counts them', async () => {
  const events = [started(), ended()];
  expect(await read(`${reportText(events)}\n`)).toEqual(events);
  expect(await read(`${reportText([started()])}\n[]\n`)).toContain('/report.ndjson:3: ');
});

test('rejects a missing file and a folder', async () => {
  await expect(readReport(join(folder, 'nowhere.ndjson'))).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringMatching(/nowhere\.ndjson: there is no such file$/),
  });
  await expect(readReport(folder)).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringMatching(/ is a folder: name a report in it$/),
  });
});
