import { createClient } from 'crosscheck';
import {
  checkProperty,
  inclusionTimeline,
  inconsistentTimelines,
  localCalls,
  type ObserverAnswer,
  simulationResponse,
} from 'crosscheck/arbitraries';
import { jsonText } from 'crosscheck/contract';
import { localDeployment } from 'crosscheck/vitest';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/*
 * Here is code of yours that reads what the service answers. It is tested with generated answers, and with those of
 * the local deployment. Take out a `??` below, and see what fast-check finds.
 */

interface Answer {
  response: { outMessages?: { tokensLocked?: { amount?: string }[] | null }[] | null };
}

/** How much a simulated call would lock, in base units. */
function totalLocked(text: string): bigint {
  const { response } = JSON.parse(text) as Answer;
  const locked = (response.outMessages ?? []).flatMap(({ tokensLocked }) => tokensLocked ?? []);
  return locked.reduce((total, { amount }) => total + BigInt(amount ?? 0), 0n);
}

/** Polls until the message is included, or the operation has failed. */
async function whatBecameOf(ask: () => Promise<ObserverAnswer>, mostPolls: number): Promise<string> {
  for (let poll = 0; poll < mostPolls; poll++) {
    const answer = await ask();
    if (answer.status === 404) continue;
    const { stage, success } = answer.body.response;
    if (success === false) return 'failed';
    if (stage === 'includedInBETAConsensus' || stage === 'executedInBETA') return 'arrived';
  }
  return 'still on its way';
}

describe('totalLocked', () => {
  test('locks nothing when the call fails', () => {
    const failures = simulationResponse({ verdict: 'failure' });
    fc.assert(fc.property(failures, (body) => totalLocked(jsonText(body)) === 0n));
  });

  test('is the same with the messages in another order, whatever is missing in them', () => {
    fc.assert(
      fc.property(simulationResponse(), ({ response }) => {
        const outMessages = response.outMessages?.toReversed();
        expect(totalLocked(jsonText({ response: { ...response, outMessages } }))).toBe(
          totalLocked(jsonText({ response })),
        );
      }),
    );
  });

  test('reads what the local deployment answers', async () => {
    const local = await localDeployment();
    const client = createClient(local.deployment);
    await checkProperty(
      fc.asyncProperty(localCalls(local), async ({ request }) => {
        const { response, exchange } = await client.simulate(request);
        expect(totalLocked(exchange.response?.body ?? '')).toBe(totalLocked(jsonText({ response })));
      }),
      { numRuns: 25 },
    );
  });
});

describe('whatBecameOf', () => {
  const ends = {
    included: 'arrived',
    'unknown-first': 'arrived',
    rejected: 'failed',
    'rolled-back': 'failed',
    pending: 'still on its way',
    'never-known': 'still on its way',
  };

  test('ends as the history does', async () => {
    await fc.assert(
      fc.asyncProperty(inclusionTimeline(), async ({ kind, polls }) => {
        const answers = polls.values();
        const ask = async () => answers.next().value as ObserverAnswer;
        expect(await whatBecameOf(ask, polls.length)).toBe(ends[kind as keyof typeof ends]);
      }),
    );
  });

  test('comes to an end of a history that cannot be right', async () => {
    await fc.assert(
      fc.asyncProperty(inclusionTimeline({ kinds: inconsistentTimelines }), async ({ polls }) => {
        const answers = polls.values();
        const ask = async () => answers.next().value as ObserverAnswer;
        expect(Object.values(ends)).toContain(await whatBecameOf(ask, polls.length));
      }),
    );
  });
});
