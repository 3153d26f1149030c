import '../../support/masked-traces.js';
import {
  type DeploymentOptions,
  defaultConventions,
  type InclusionError,
  InclusionInconsistentError,
  type InclusionUnknownError,
} from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { type Answer, record, status } from '../../support/scripted-observer.js';
import { waitTimelessly } from '../../support/wait-timelessly.js';
import { caught, id, included, observe } from './observe.js';

/** Waits in vain with one poll each second, one for each answer. */
async function timedOut(
  answers: readonly Answer[],
  conventions?: DeploymentOptions['conventions'],
): Promise<InclusionError | InclusionUnknownError> {
  const { client } = await observe(answers, { conventions });
  const { outcome } = waitTimelessly(client, id, {
    intervals: 1000,
    timeoutMs: 1000 * (answers.length - 1),
    failFast: false,
    minConsecutivePolls: answers.length + 1,
  });
  const error = await caught<InclusionError | InclusionUnknownError>(outcome);
  expect(error.code).toMatch(/^INCLUSION_(?:TIMEOUT|UNKNOWN)$/);
  expect(error.timeline).toHaveLength(answers.length);
  return error;
}

describe('the timeline in a message', () => {
  const textOf = async (answers: readonly Answer[]): Promise<string | undefined> =>
    /^Timeline: {3}(.*)$/m.exec((await timedOut(answers)).message)?.[1];

  it('combines equal polls in a row', async () => {
    const hash = `0x5a${'0'.repeat(58)}beef`;
    const at = (timestamp: number, ...transactions: string[]): Answer =>
      record({
        stage: 'start',
        success: true,
        timestamp,
        transactions: transactions.map((listed) => ({ hash: listed })),
      });
    expect(
      await textOf([
        status(404),
        status(404),
        at(1_763_712_001),
        at(1_763_712_002),
        at(1_763_712_002, hash),
        at(1_763_712_002, '0x01', hash),
        record({ stage: 'start', success: false, transactions: [{ hash: '0x01' }] }),
        status(503),
        status(404),
        record({}),
      ]),
    ).toBe(
      '+0 ms ×2 404 | +2 s ×2 start | +4 s start tx 0x5a00…beef | +5 s start tx 0x5a00…beef (2) | ' +
        '+6 s start success=false tx 0x01 | +7 s status 503 | +8 s 404 | +9 s no stage',
    );
  });

  it('omits the middle of a long timeline and counts its changes', async () => {
    const text = await textOf(Array.from({ length: 40 }, (_, index) => record({ stage: `stage ${index}` })));
    expect(text).toContain('+5 s stage 5 | … 28 more changes … | +34 s stage 34');
    expect(text?.split(' | ')).toHaveLength(13);
  });

  it('escapes control characters and cuts long stages', async () => {
    const text = await textOf([
      record({ stage: `\u001b[2J${'x'.repeat(500)}` }),
      record({ stage: 'a', transactions: [{ hash: '\u001b[2J' }] }),
    ]);
    expect(text?.match(/\\u001b\[2J/g)).toHaveLength(2);
    expect(text).not.toContain('\u001b');
    expect(text?.length).toBeLessThan(200);
  });
});

describe('the inconsistencies of a timeline', () => {
  const { stages } = defaultConventions;
  const unknown = status(404);
  const failed = status(503);
  const at = (stage: string, more: object = {}): Answer => record({ stage, success: true, ...more });
  const inconsistenciesOf = async (
    answers: readonly Answer[],
    conventions?: DeploymentOptions['conventions'],
  ): Promise<[string, number, string][]> =>
    (await timedOut(answers, conventions)).inconsistencies.map(({ kind, atMs, message }) => [
      kind,
      atMs,
      message,
    ]);

  it('are none when every stage comes in order', async () => {
    const timestamp = 1_763_712_000;
    const forward = stages.map((stage, index) => at(stage, { timestamp: timestamp + index }));
    expect(await inconsistenciesOf([unknown, failed, ...forward])).toEqual([]);
  });

  it('contain a stage that went back', async () => {
    expect(await inconsistenciesOf([at('executedInALPHA'), at('start')])).toEqual([
      ['stage-regression', 1000, 'the stage went back from executedInALPHA to start'],
    ]);
  });

  it.each([
    ['a 404', unknown],
    ['a failure', failed],
    ['an unknown stage', at('rebalancing')],
    ['a record without a stage', record({})],
  ])('contain a stage that went back after %s', async (_, between) => {
    const found = await inconsistenciesOf([at('executedInALPHA'), between, at('start')]);
    expect(found.map(([kind, atMs]) => [kind, atMs])).toEqual([
      ...(between === unknown ? [['record-vanished', 1000]] : []),
      ['stage-regression', 2000],
    ]);
  });

  it('contain each step back once', async () => {
    const stages = ['executedInALPHA', 'start', 'start', 'executedInALPHA'];
    expect(await inconsistenciesOf(stages.map((stage) => at(stage)))).toHaveLength(1);
  });

  it('contain no stages of unknown order', async () => {
    expect(await inconsistenciesOf([at('executedInALPHA'), at('start')], { stages: [] })).toEqual([]);
    expect(await inconsistenciesOf([at('beyond'), at('start'), at('beyond')])).toEqual([]);
  });

  it('contain a timestamp that decreased, exact beyond 2^53', async () => {
    const [later, earlier] = [9_007_199_254_740_993n, 9_007_199_254_740_992n];
    const withTimestamp = (timestamp: bigint): Answer => ({
      status: 200,
      body: `{"response":{"stage":"start","timestamp":${timestamp}}}`,
    });
    const found = await inconsistenciesOf([withTimestamp(later), at('start'), withTimestamp(earlier)]);
    expect(found.filter(([kind]) => kind !== 'timestamp-unit')).toEqual([
      ['timestamp-regression', 2000, `the timestamp decreased from ${later} to ${earlier}`],
    ]);
  });

  const listing = (...hashes: string[]): Answer =>
    at('start', { transactions: hashes.map((hash) => ({ hash })) });

  it('contain transactions that vanished, also after a 404', async () => {
    const both = listing('0x01', '0x02');
    expect(await inconsistenciesOf([both, unknown, listing('0x02', '0x03')])).toEqual([
      ['record-vanished', 1000, 'the record vanished: start, then 404'],
      ['transaction-vanished', 2000, 'a transaction vanished: 0x01'],
    ]);
    expect(await inconsistenciesOf([both, listing('0x02', '0x01')])).toEqual([]);
    expect(await inconsistenciesOf([both, listing()])).toHaveLength(1);
  });

  it('contain a record that vanished, once', async () => {
    expect(await inconsistenciesOf([unknown, at('start'), unknown, unknown])).toEqual([
      ['record-vanished', 2000, 'the record vanished: start, then 404'],
    ]);
  });

  it('contain no transactions that a record omits or writes in another letter case', async () => {
    const upper = listing('0xAA');
    expect(await inconsistenciesOf([upper, at('start'), listing('0xaa')])).toEqual([]);
    expect(await inconsistenciesOf([upper, at('start'), listing('0xbb')])).toHaveLength(1);
  });

  it.each([
    [record({ success: false }), 'rejected (no stage)'],
    [unknown, 'unknown to the observer (404)'],
    [record({}), 'pending (no stage)'],
  ])('contain an inclusion that was withdrawn', async (after, text) => {
    const answers = [at('includedInBETAConsensus'), failed, after];
    const found = await inconsistenciesOf(answers, {
      isIncluded: ({ stage, success }) => stage === 'includedInBETAConsensus' && success === true,
      isRejected: ({ success }) => success === false,
    });
    expect(found).toEqual([['inclusion-withdrawn', 2000, `it was included, then ${text}`]]);
  });
});

describe('inconsistent records', () => {
  const wrong = [
    record({ stage: 'includedInBETAConsensus', timestamp: 1_763_712_020, transactions: [{ hash: '0xaa' }] }),
    record({ stage: 'collectedInBETA', timestamp: 1_763_712_010, transactions: [] }),
    included,
  ];

  it('are reported without ending the wait', async () => {
    const { client } = await observe(wrong);
    const { inconsistencies } = await waitTimelessly(client, id, {
      intervals: 100,
      minConsecutivePolls: 2,
      timeoutMs: 300,
    }).outcome;
    expect(inconsistencies.map(({ kind, atMs }) => [kind, atMs])).toEqual([
      ['stage-regression', 100],
      ['timestamp-regression', 100],
      ['transaction-vanished', 100],
      ['inclusion-withdrawn', 100],
    ]);
  });

  it('end the wait with failOnInconsistency', async () => {
    const { client, observer } = await observe(wrong);
    const { outcome } = waitTimelessly(client, id, {
      intervals: 100,
      minConsecutivePolls: 2,
      failOnInconsistency: true,
    });
    const error = await caught<InclusionInconsistentError>(outcome);
    expect(error).toBeInstanceOf(InclusionInconsistentError);
    expect(error.inconsistencies).toHaveLength(4);
    expect(observer.polls).toHaveLength(2);
    expect(error.message).toMatchInlineSnapshot(`
      "The polls contradict each other

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   included, 2 polls in a row
      Received:   collectedInBETA, success=absent
      Waited:     100 ms of 60 s, 2 polls: 2 ok, 0 failed
      Timeline:   +0 ms includedInBETAConsensus tx 0xaa | +100 ms collectedInBETA
      Inconsistency: +100 ms the stage went back from includedInBETAConsensus to collectedInBETA
      Inconsistency: +100 ms the timestamp decreased from 1763712020 to 1763712010
      Inconsistency: +100 ms a transaction vanished: 0xaa
      Inconsistency: +100 ms it was included, then pending (collectedInBETA)
      Trace ID:   TRACE
      What to do: see the inconsistencies; leave out failOnInconsistency to keep waiting through a reorganisation"
    `);
  });
});
