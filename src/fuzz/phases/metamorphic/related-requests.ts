import type { CasePlan, CaseRequest } from '../../../checks/case/case-plan.js';
import type { Conventions } from '../../../contract/conventions.js';
import { amountOf } from '../../../contract/integer-range.js';
import type { LooseSimulationRequest } from '../../../contract/simulation-request.js';
import type { FuzzedCall } from '../../campaign-options.js';
import type { CallPlanner } from '../simulate-call.js';

/** The parts of a case of related requests. */
interface RelatedParts {
  readonly call: FuzzedCall;
  /** A shards key that was never sent before. */
  readonly freshKey: bigint;
  /** The index of the asset that changes, modulo the number of assets. */
  readonly variant: number;
  /** Calls that are unrelated to the first one. */
  readonly others: () => readonly [FuzzedCall, FuzzedCall];
}

const largestAmount = 2n ** 256n - 1n;
/** Enough to affect gas, and within the usual body limits. */
const moreExtraData = Array.from({ length: 2_048 }, (_, at) =>
  (1 + ((at * 73 + 41) % 251)).toString(16).padStart(2, '0'),
).join('');

/**
 * Plans a call that was never sent before, three times, and calls that differ from it in one thing each: more extra data,
 * twice as much of an asset, one asset less, another key; one with another key and caller; unrelated calls in between, and
 * the call itself once more. Checks of values compare the answers.
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
  // The known results of the call do not apply to its variants.
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

/** The call with twice as much of one asset, and without that asset. */
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
