import {
  createClient,
  defineDeployment,
  type InclusionError,
  InclusionInconsistentError,
  InclusionRejectedError,
  InclusionTimeoutError,
  type WaitOptions,
} from 'crosscheck';
import {
  consistentTimelines,
  type InclusionTimeline,
  type InclusionTimelineKind,
  inclusionResponse,
  inclusionTimeline,
  inconsistentTimelines,
  type ObserverAnswer,
  operationId,
  simulationRequest,
  simulationResponse,
} from 'crosscheck/arbitraries';
import { jsonText } from 'crosscheck/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type ScriptedObserver, startScriptedObserver } from '../support/scripted-observer.js';
import { verdictOf } from '../support/verdict-of.js';
import { waitTimelessly } from '../support/wait-timelessly.js';

const notFound: Answer = { status: 404, body: '{"error":"operation not found"}' };
const numRuns = 40;

let server: ScriptedObserver;
let polls: readonly ObserverAnswer[] = [];
let asked = 0;

beforeAll(async () => {
  server = await startScriptedObserver(() => {
    const answer = polls[Math.min(asked++, polls.length - 1)];
    if (answer?.status !== 200) return notFound;
    const headers = { 'content-type': 'application/json' };
    return { status: 200, headers, body: jsonText(answer.body) };
  });
});
afterAll(async () => server[Symbol.asyncDispose]());

/** From now on the server answers with these, the last of them again and again. */
const answerWith = (...answers: readonly ObserverAnswer[]): void => {
  polls = answers;
  asked = 0;
};
const answerOnce = (body: unknown): void => answerWith({ status: 200, body } as ObserverAnswer);
const neutral = () => server.deployment();
const customEndpointNames = () => server.deployment({ chains: { alpha: 'evm', beta: 'tvm' } });

describe('the client reads back exactly what was generated', () => {
  it('of a simulation', async () => {
    const client = createClient(neutral());
    await fc.assert(
      fc.asyncProperty(simulationRequest(), simulationResponse(), async (request, body) => {
        answerOnce(body);
        const result = await client.simulate(request);
        expect(result.response).toStrictEqual(body.response);
        expect(result.drift).toEqual([]);
      }),
      { numRuns, seed: 31 },
    );
  });

  it.each([
    ['neutral names', neutral],
    ['the names of a deployment', customEndpointNames],
  ])('of an operation, in %s', async (_, deploymentOf) => {
    const deployment = deploymentOf();
    const client = createClient(deployment);
    await fc.assert(
      fc.asyncProperty(operationId(), inclusionResponse({ deployment }), async (id, body) => {
        answerOnce(body);
        const record = await client.inclusion(id);
        const expected = deployment.dialect.fromWireInclusion(body.response);
        expect(record.response).toStrictEqual(expected);
        expect(record.verdict).toBe(verdictOf(expected, deployment.conventions));
        expect(record.drift).toEqual([]);
      }),
      { numRuns, seed: 31 },
    );
  });
});

describe('a wait ends as the kind of its history says', () => {
  /** Waits over the whole history and once more, on a clock that jumps over the pauses. */
  const waitFor = async (
    { polls }: InclusionTimeline,
    options: WaitOptions = {},
    deployment = customEndpointNames(),
  ): Promise<InclusionError | 'included'> => {
    answerWith(...polls);
    const timeoutMs = polls.length + 1;
    const settings = { intervals: 1, timeoutMs, failOnInconsistency: true, ...options };
    const { outcome } = waitTimelessly(createClient(deployment), `0x${'1'.repeat(64)}`, settings);
    return outcome.then(
      () => 'included',
      (error: InclusionError) => error,
    );
  };
  const checkAll = async (
    kind: InclusionTimelineKind,
    check: (history: InclusionTimeline) => Promise<void>,
  ): Promise<void> => {
    const histories = inclusionTimeline({ kinds: [kind], deployment: customEndpointNames() });
    await fc.assert(fc.asyncProperty(histories, check), { numRuns: 15, seed: 31 });
  };

  const ends: Record<(typeof consistentTimelines)[number], unknown> = {
    included: 'included',
    pending: expect.any(InclusionTimeoutError),
    rejected: expect.any(InclusionRejectedError),
    'rolled-back': expect.any(InclusionRejectedError),
    'unknown-first': 'included',
    'never-known': expect.any(InclusionTimeoutError),
  };
  it.each(consistentTimelines)('%s', async (kind) => {
    await checkAll(kind, async (history) => {
      expect(await waitFor(history)).toEqual(ends[kind]);
    });
  });

  it('rolled-back, when the wait does not end with the rejection', async () => {
    await checkAll('rolled-back', async (history) => {
      expect(await waitFor(history, { failFast: false })).toBe('included');
    });
  });

  it.each(inconsistentTimelines)('%s', async (kind) => {
    await checkAll(kind, async (history) => {
      const { length } = history.polls;
      const error = await waitFor(history, { failFast: false, minConsecutivePolls: length + 1 });
      expect(error).toBeInstanceOf(InclusionInconsistentError);
      expect((error as InclusionError).inconsistencies.map((finding) => finding.kind)).toEqual([kind]);
    });
  });

  it('with the conventions of a deployment that has stages of its own', async () => {
    const conventions = {
      stages: ['start', 'seenInALPHA', 'provenInBETA', 'doneInBETA'],
      includedStage: 'provenInBETA',
      timestampUnit: 'ms' as const,
    };
    const { simulatorUrl, observerUrl } = neutral();
    const deployment = defineDeployment({ simulatorUrl, observerUrl, conventions, retries: 0 });
    const histories = inclusionTimeline({ kinds: ['included', 'unknown-first'], deployment });
    const property = fc.asyncProperty(histories, async (history) => {
      expect(await waitFor(history, {}, deployment)).toBe('included');
    });
    await fc.assert(property, { numRuns: 15, seed: 31 });
  });
});
