import fc, { type Arbitrary } from 'fast-check';
import { alphaAddressFault } from '../../contract/addresses.js';
import type { SimulationRequest } from '../../contract/simulation-request.js';
import { drawn } from '../drawing/drawn.js';
import { pick } from '../drawing/pick.js';
import { conventionsOf } from '../request/request-constraints.js';
import { requestsOf } from '../request/simulation-request.js';
import { type CallAbi, readAbi } from './abi/read-abi.js';
import { readSignature } from './abi/read-signature.js';
import { type CallFunction, functionCalls } from './call-function.js';
import { type CallToOptions, refuseCallOptions } from './call-options.js';

/**
 * Gives requests that call one contract: the method's bare name, and arguments generated from the ABI type by type,
 * with the boundaries of each, then encoded. They shrink inside the typed arguments, and keep their function.
 * `arguments` is the ABI encoding of the argument tuple, which the destination chain hands to `name(bytes,bytes)`
 * behind a header: give the types of the arguments, not `(bytes,bytes)`. Section 2.1, `alphaCallParams`; names and
 * encoding are practice.
 *
 * @throws {UsageError} when an option is unknown, bad or contradicts another, with the parser's reason for a signature.
 * @example
 * import { callTo } from 'crosscheck/arbitraries';
 *
 * const swaps = callTo({
 *   target: '0x00000000000000000000000000000000000000aa',
 *   signature: 'swap(address tokenOut, uint256 minimumOutput)',
 *   addresses: ['0x00000000000000000000000000000000000000bb'],
 *   tokens: [''],
 * });
 */
export function callTo(options: CallToOptions): Arbitrary<SimulationRequest> {
  refuseCallOptions(options);
  const { target, signature, abi, functions, addresses, tokens, callers, executor, ...constraints } = options;
  const { requiredRequestFields } = conventionsOf(constraints);
  const isRequired = (path: (typeof requiredRequestFields)[number]) => requiredRequestFields.includes(path);
  const chosen = signature === undefined ? readAbi(abi as CallAbi, functions) : [readSignature(signature)];

  return requestsOf('callTo', {
    ...constraints,
    alphaCallParams: callsOf(chosen, target, addresses),
    betaCaller: callers && fc.constantFrom(...callers),
    executorAddress: executor ?? fc.constantFrom(...(isRequired('executorAddress') ? [] : [undefined]), ''),
    'betaAssets[].tokenAddress':
      tokens && fc.constantFrom(...spellings(tokens, isRequired('betaAssets[].tokenAddress'))),
  });
}

function callsOf(
  functions: readonly CallFunction[],
  target: string,
  addresses: readonly string[] | undefined,
) {
  const known = addresses ?? (alphaAddressFault(target) === undefined ? [target] : []);
  const calls = functions.map((called) => functionCalls(called, target, known));
  return drawn(
    (random) => pick(random, calls).draw(random),
    fc.oneof(...calls.map(({ shrinks }) => shrinks)),
  );
}

/** The native coin may be left out as well as named. Source: practice. */
function spellings(tokens: readonly string[], isRequired: boolean): (string | undefined)[] {
  return tokens.includes('') && !isRequired ? [undefined, ...tokens] : [...tokens];
}
