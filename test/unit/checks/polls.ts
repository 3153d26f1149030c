import { defaultConventions } from 'crosscheck';
import type { CheckContext, Observation } from 'crosscheck/fuzz';
import { EarlierAnswers } from '../../../src/checks/earlier-answers.js';
import { answered, check, context, query } from './observed.js';

export const [one, other] = [`0x${'1a'.repeat(32)}`, `0x${'2b'.repeat(32)}`];

export const hashes = ['0a', '0b', '0c'].map((byte) => `0x${byte.repeat(32)}`);

export const at = (startMs: number, endMs: number) => ({ startMs, endMs, endedAtMs: 1_763_712_000_000 });

/** A poll of an operation that was under way from one moment to another. */
export function poll(
  response: object | 404,
  [startMs, endMs]: [number, number],
  operationId = one,
): Observation {
  const request = query({ kind: 'known', operationId }, { query: `operationId=${operationId}` });
  const said =
    response === 404 ? { status: 404, body: { error: 'operation not found' } } : { body: { response } };
  return { ...answered(request, said), span: at(startMs, endMs) };
}

/** What a check finds in the last of some answers, each of a case of its own. */
export function judged(
  name: string,
  observations: readonly Observation[],
  changed: Partial<CheckContext> = {},
) {
  const conventions = changed.conventions ?? defaultConventions;
  const earlier = new EarlierAnswers(conventions);
  for (const observation of observations) if (observation.span) earlier.note(observation, observation.span);
  const last = observations.slice(-1);
  const plan = {
    phase: 'stateful' as const,
    kind: 'history',
    steps: last.map(({ request }) => ({ requests: [request] })),
  };
  return check(name).judge({ plan, observations: last }, { ...context, ...changed, earlier });
}

export const listed = (...all: [hash: string | undefined, blockchainType: string][]) => ({
  transactions: all.map(([hash, blockchainType]) => ({ hash, blockchainType })),
});
