import fc, { type Arbitrary } from 'fast-check';
import { namesItsMethod } from '../../contract/simulation-request.js';
import { UsageError } from '../../errors.js';
import { constantsOr } from '../drawing/constants-or.js';
import { members } from '../drawing/members.js';
import { alphaAddress } from '../values/alpha-address.js';
import { hexBytes } from '../values/hex-bytes.js';
import { methodName } from '../values/method-name.js';
import type { CallParams, RequestConventions } from './request-constraints.js';
import type { RequestField } from './request-field.js';

const drawsToFindOne = 200;

/**
 * Gives the call of a request. Section 2.1, `alphaCallParams`; that arguments need a method name is assumption, and
 * dropped where formats are open.
 */
export function callParams(
  field: RequestField,
  formats: RequestConventions['requestValidation'],
): Arbitrary<CallParams> {
  const anyCall = members<CallParams>({
    target: field('alphaCallParams.target', alphaAddress),
    arguments: field('alphaCallParams.arguments', () => constantsOr(['0x'], hexBytes(), 2)),
    methodName: field('alphaCallParams.methodName', () => constantsOr([''], methodName(), 3)),
  });
  if (formats === 'off') return anyCall;
  refuseUnnamedArguments(anyCall);
  return anyCall.filter(namesItsMethod);
}

/** A filter that nothing passes would never come to an end. */
function refuseUnnamedArguments(calls: Arbitrary<CallParams>): void {
  if (fc.sample(calls, { numRuns: drawsToFindOne, seed: 1 }).some(namesItsMethod)) return;
  throw new UsageError('simulationRequest was given constraints that contradict each other', [
    'alphaCallParams.arguments are never empty and alphaCallParams.methodName always is: arguments need a method name',
  ]);
}
