import type { RequestFieldPath, SimulationRequest } from '../../../contract/simulation-request.js';
import type { CallParams, RequestConventions } from '../../request/request-constraints.js';
import type { PlacePath } from './request-places.js';

const zeroAlpha = `0x${'00'.repeat(20)}`;
const zeroBeta = `0:${'00'.repeat(32)}`;

/** Two valid values of each place, the simplest first: what stands around a fault, and what a member given twice has. */
export type RequestExamples = { readonly [Path in PlacePath]: readonly [unknown, unknown] };

/** Makes the examples, which are valid for the conventions. */
export function requestExamples({ requiredRequestFields }: RequestConventions): RequestExamples {
  const texts = {
    shardsKey: ['0', '1'],
    'alphaCallParams.target': [zeroAlpha, `0x${'11'.repeat(20)}`],
    'alphaCallParams.arguments': ['0x', '0x00'],
    'alphaCallParams.methodName': ['a', 'b'],
    'betaAssets[].amount': ['0', '1'],
    'betaAssets[].tokenAddress': ['', zeroBeta],
    betaCaller: [zeroBeta, `0:${'11'.repeat(32)}`],
    executorAddress: ['', zeroAlpha],
    extraData: ['0x', '0x00'],
    feeAssetAddress: ['', zeroBeta],
  } as const;
  const simplestIn = (container: string): object => {
    const paths = requiredRequestFields.filter((path): path is RequestFieldPath & keyof typeof texts =>
      path.startsWith(container),
    );
    return Object.fromEntries(paths.map((path) => [path.slice(container.length), texts[path][0]]));
  };
  const call = simplestIn('alphaCallParams.');
  const asset = simplestIn('betaAssets[].');
  const calls = [call, { ...call, target: texts['alphaCallParams.target'][1] }] as const;
  return {
    ...texts,
    alphaCallParams: calls,
    'betaAssets[]': [asset, { ...asset, tokenAddress: zeroBeta }],
    betaAssets: [[], [asset]],
    '': [{}, {}],
  };
}

/**
 * Completes a valid request, so that a fault at a place is the only one: the call or the asset that it is in, and a
 * method for the arguments.
 */
export function completedFor(
  path: string,
  request: SimulationRequest,
  examples: RequestExamples,
): SimulationRequest {
  const completed = { ...request };
  if (path.startsWith('betaAssets[]') && !request.betaAssets?.length)
    completed.betaAssets = [{ ...(examples['betaAssets[]'][0] as object) }];
  if (path.startsWith('alphaCallParams.'))
    completed.alphaCallParams = {
      ...(request.alphaCallParams ?? (examples.alphaCallParams[0] as CallParams)),
    };
  if (path === 'alphaCallParams.arguments' && !request.alphaCallParams?.methodName)
    completed.alphaCallParams = { ...completed.alphaCallParams, methodName: 'a' };
  return completed;
}
