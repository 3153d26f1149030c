import type { InclusionError } from 'crosscheck';
import type { FaultName, FaultRule } from 'crosscheck/local';
import { describe, expect, it } from 'vitest';
import { knownFaults } from '../../../../src/local/faults/known-faults.js';
import { waitTimelessly } from '../../../support/wait-timelessly.js';
import { operationId, serveWithFaults } from './serve-with-faults.js';

/** How a wait over a fault ends, whose history is included at the third poll. */
interface Ending {
  readonly rule?: Partial<FaultRule>;
  /** How a wait ends over a fault that lasts; `included` or the error's code. */
  readonly lasting: string;
  /** The code of the error that is the cause of the ending. */
  readonly cause?: string;
  /** What every look said that could not see. */
  readonly failure?: string | RegExp;
  /** Kinds of inconsistencies. */
  readonly inconsistencies?: readonly string[];
}

const included: Ending = { lasting: 'included' };
const blind = (cause: string, failure: string | RegExp): Ending => ({
  lasting: 'INCLUSION_UNKNOWN',
  cause,
  failure,
});

/** Faults that pass over a look: with them the wait goes on. */
const passing: Readonly<Partial<Record<FaultName, Ending>>> = {
  'stall-headers': blind('HTTP_TIMEOUT', 'timed out'),
  'stall-body': blind('HTTP_TIMEOUT', 'timed out'),
  'reset-before-headers': blind('HTTP_NETWORK', 'connection reset by peer (ECONNRESET)'),
  'reset-after-headers': blind('HTTP_NETWORK', 'connection reset by peer (ECONNRESET)'),
  'truncated-body': blind('HTTP_NETWORK', /closed by peer/),
  'too-many-requests': blind('HTTP_STATUS', 'status 429'),
  'too-many-requests-retry-after': blind('HTTP_STATUS', 'status 429'),
  'internal-server-error': blind('HTTP_STATUS', 'status 500'),
  'bad-gateway': blind('HTTP_STATUS', 'status 502'),
  'service-unavailable': blind('HTTP_STATUS', 'status 503'),
  'gateway-timeout': blind('HTTP_STATUS', 'status 504'),
  'answer-from-cache': blind('INCONCLUSIVE', 'a cached answer (Age: 30)'),
};

/** Faults that will not pass: they end the wait at once. */
const hopeless: Readonly<Partial<Record<FaultName, Ending>>> = {
  html: blind('HTTP_BODY_NOT_JSON', /HTML/),
  'wrong-types': blind('SCHEMA_MISMATCH', /match the interface/),
  'invalid-utf8': blind('HTTP_BODY_NOT_JSON', /UTF-8/),
  'missing-envelope': blind('SCHEMA_MISMATCH', /match the interface/),
};

/** Faults that leave something to see. */
const seen: Readonly<Partial<Record<FaultName, Ending>>> = {
  delay: { ...included, rule: { ms: 10 } },
  jitter: { ...included, rule: { ms: 10 } },
  'wrong-content-type': included,
  'snake-case': included,
  'null-lists': included,
  'duplicate-transactions': included,
  'stage-regression': { lasting: 'INCLUSION_TIMEOUT', inconsistencies: ['stage-regression'] },
  'lost-transactions': { ...included, inconsistencies: ['transaction-vanished'] },
  'included-without-transactions': included,
  'timestamp-regression': { ...included, inconsistencies: ['timestamp-regression', 'timestamp-regression'] },
  'mixed-time-units': { ...included, inconsistencies: ['timestamp-unit', 'timestamp-regression'] },
  'record-vanishes': { ...included, inconsistencies: ['record-vanished'] },
  'stale-records': included,
  'stage-unknown': { lasting: 'INCLUSION_UNKNOWN' },
};

/** Faults that change nothing here, where one known operation succeeds. */
const untriggered: readonly FaultName[] = [
  'unknown-as-included',
  'record-of-another',
  'failure-without-note',
];

const rows = (endings: Readonly<Partial<Record<FaultName, Ending>>>) =>
  Object.entries(endings).map(([fault, ending]) => ({ fault: fault as FaultName, ...ending }));

describe('a wait over', () => {
  it('each of the faults that it can meet is known', () => {
    const met = rows({ ...passing, ...hopeless, ...seen }).map(({ fault }) => fault);
    const possible = knownFaults.filter(({ endpoints }) => endpoints.includes('inclusion'));
    expect([...met, ...untriggered].sort()).toEqual(possible.map(({ fault }) => fault).sort());
  });

  it.each(rows(passing))('$fault goes on when it is over', async ({ fault, failure }) => {
    const { client } = await serveWithFaults([{ fault, endpoint: 'inclusion', times: 1 }]);
    const attemptTimeoutMs = failure === 'timed out' ? 300 : 10_000;
    const { outcome } = waitTimelessly(client(), operationId, { intervals: 1000, attemptTimeoutMs });
    const { timeline } = await outcome;
    expect(timeline.map(({ result }) => result.failure ?? result.verdict)).toEqual([
      expect.stringMatching(asPattern(failure)),
      // The answer that was lost was one of the history: the observer knew of it.
      'pending',
      'included',
    ]);
  });

  it.each(rows(passing))(
    '$fault that lasts says that it could not see',
    async ({ fault, failure, cause }) => {
      const { client, faults } = await serveWithFaults([{ fault }]);
      const attemptTimeoutMs = failure === 'timed out' ? 150 : 10_000;
      const options = { intervals: 1000, timeoutMs: 1000, attemptTimeoutMs };
      const error = await failureOf(waitTimelessly(client(), operationId, options).outcome);
      expect(error).toMatchObject({ code: 'INCLUSION_UNKNOWN', cause: { code: cause } });
      expect(error.timeline).toHaveLength(2);
      expect(error.message).toMatch(asPattern(failure));
      expect(faults.list()).toMatchObject([{ triggered: 2 }]);
    },
  );

  it.each(rows(hopeless))('$fault ends at once', async ({ fault, failure, cause }) => {
    const { client, polls } = await serveWithFaults([{ fault, times: 1 }]);
    const error = await failureOf(waitTimelessly(client(), operationId).outcome);
    expect(error).toMatchObject({ code: 'INCLUSION_UNKNOWN', cause: { code: cause } });
    expect(error.message).toMatch(asPattern(failure));
    expect(polls()).toBe(1);
  });

  it.each(rows(seen))('$fault sees', async ({ fault, rule, lasting, inconsistencies = [] }) => {
    const { client } = await serveWithFaults([{ fault, ...rule }]);
    const { outcome } = waitTimelessly(client(), operationId, { intervals: 1000, timeoutMs: 3000 });
    const ending = await outcome.then(
      (inclusion) => ({ ...inclusion, code: 'included' }),
      (error: InclusionError) => error,
    );
    expect(ending.code).toBe(lasting);
    expect(ending.inconsistencies.map(({ kind }) => kind)).toEqual(inconsistencies);
    expect(ending.timeline.every(({ result }) => result.failure === undefined)).toBe(true);
  });

  it.each(untriggered)('%s is included, and the fault does not trigger', async (fault) => {
    const { client, faults } = await serveWithFaults([{ fault }]);
    const { inconsistencies } = await waitTimelessly(client(), operationId, { intervals: 1000 }).outcome;
    expect(inconsistencies).toEqual([]);
    expect(faults.list()).toMatchObject([{ triggered: 0 }]);
  });

  it('unknown-as-included of an unknown operation is included', async () => {
    const { client } = await serveWithFaults([{ fault: 'unknown-as-included' }]);
    const { timeline } = await waitTimelessly(client(), `0x${'12'.repeat(32)}`).outcome;
    expect(timeline.map(({ result }) => result.verdict)).toEqual(['included']);
  });

  it('a 429 with retry-after names its delay', async () => {
    const { client } = await serveWithFaults([
      { fault: 'too-many-requests-retry-after', times: 1, ms: 6500 },
    ]);
    const { outcome, pauses } = waitTimelessly(client(), operationId, { intervals: 100 });
    await outcome;
    expect(pauses).toEqual([7000, 100]);
  });

  it('a stage that goes back once goes on to inclusion', async () => {
    const { client } = await serveWithFaults([{ fault: 'stage-regression', times: 1 }]);
    const { timeline, inconsistencies } = await waitTimelessly(client(), operationId, { intervals: 100 })
      .outcome;
    expect(timeline.map(({ result }) => result.stage)).toEqual([
      'collectedInALPHA',
      'start',
      'includedInBETAConsensus',
    ]);
    expect(inconsistencies).toMatchObject([{ kind: 'stage-regression' }]);
  });

  it.each(['stage-regression', 'lost-transactions'] as const)(
    '%s ends where inconsistencies do',
    async (fault) => {
      const { client } = await serveWithFaults([{ fault }]);
      const options = { intervals: 100, failOnInconsistency: true };
      const error = await failureOf(waitTimelessly(client(), operationId, options).outcome);
      expect(error.code).toBe('INCLUSION_INCONSISTENT');
    },
  );
});

async function failureOf(outcome: Promise<unknown>): Promise<InclusionError> {
  return outcome.then(
    () => expect.fail('it should not have been included'),
    (error: InclusionError) => error,
  );
}

function asPattern(failure: string | RegExp = ''): RegExp {
  return typeof failure === 'string' ? new RegExp(failure.replace(/[()]/g, '\\$&')) : failure;
}
