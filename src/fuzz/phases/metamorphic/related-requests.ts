import type { CasePlan, CaseRequest } from '../../../checks/case/case-plan.js';
import type { Conventions } from '../../../contract/conventions.js';
import { amountOf } from '../../../contract/integer-range.js';
import type { LooseSimulationRequest } from '../../../contract/simulation-request.js';
import type { FuzzedCall } from '../../fuzzed-call.js';
import type { CallPlanner } from '../simulate-call.js';

/** What a case of related requests is made of. */
interface RelatedParts {
  readonly call: FuzzedCall;
  /** A shards key that was never asked before. */
  readonly freshKey: bigint;
  /** Which asset changes, counted from 0 and on from the first after the last. */
  readonly variant: number;
  /** Calls of which the first knows nothing. */
  readonly others: () => readonly [FuzzedCall, FuzzedCall];
}

const largestAmount = 2n ** 256n - 1n;
/** So much that gas shows it, and no limit of a body does. */
const moreExtraData = Array.from({ length: 2_048 }, (_, at) =>
  (1 + ((at * 73 + 41) % 251)).toString(16).padStart(2, '0'),
).join('');

/**
 * Plans a call that was never asked before, three times, and calls that differ from it in one thing each: more extra
 * data, twice as much of an asset, an asset less, another key; one with another key and caller; with unrelated ones in
 * between, and the call itself once more. Checks of values hold the answers against each other.
 */
export function relatedRequests(
  { call, freshKey, variant, others }: RelatedParts,
  { requestValidation }: Conventions,
  simulate: CallPlanner,
): CasePlan {
  const [other, another] = others();
  const isPlain = requestValidation === 'strict';
  const request: LooseSimulationRequest = isPlain
    ? { ...call.request, shardsKey: `${freshKey}` }
    : call.request;
  // What is known of the call as it was given is not known of its variants.
  const base = simulate({ request });
  const variants = isPlain
    ? [
        { ...request, extraData: `${request.extraData ?? '0x'}${moreExtraData}` },
        ...assetVariants(request, variant),
        { ...request, shardsKey: `${freshKey + 1n}` },
        {
          ...request,
          shardsKey: `${freshKey + 1n}`,
          betaCaller: other.request.betaCaller ?? request.betaCaller,
        },
      ]
    : [];
  const [first, ...rest] = variants.map((changed) => simulate({ request: changed }));
  const requests: CaseRequest[] = [
    base,
    base,
    ...(first === undefined ? [] : [first]),
    simulate(other),
    base,
    ...rest,
    simulate(another),
    base,
  ];
  return {
    phase: 'metamorphic',
    kind: 'related-requests',
    steps: requests.map((planned) => ({ requests: [planned] })),
  };
}

/** Twice as much of one asset, and that asset away. */
function assetVariants(request: LooseSimulationRequest, variant: number): LooseSimulationRequest[] {
  const { betaAssets = [] } = request;
  if (betaAssets.length === 0) return [];
  const index = variant % betaAssets.length;
  const asset = betaAssets[index] ?? {};
  const twice = 2n * (amountOf(asset.amount) ?? 0n);
  return [
    ...(twice > 0n && twice <= largestAmount
      ? [{ ...request, betaAssets: betaAssets.with(index, { ...asset, amount: `${twice}` }) }]
      : []),
    { ...request, betaAssets: betaAssets.toSpliced(index, 1) },
  ];
}
