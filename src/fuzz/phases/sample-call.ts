import fc, { type Arbitrary } from 'fast-check';
import type { FuzzedCall } from '../campaign-options.js';

const drawsToFindOne = 20;

/** Returns the call of listed cases: always the same one, and one that sends something back if there is any. */
export function sampleCall(calls: Arbitrary<FuzzedCall>): FuzzedCall {
  const generated = fc.sample(calls, { numRuns: drawsToFindOne, seed: 1 });
  const successful = generated.filter(({ succeeds }) => succeeds === true);
  return (
    successful.find(({ returns = [] }) => returns.length > 0) ?? successful[0] ?? (generated[0] as FuzzedCall)
  );
}
