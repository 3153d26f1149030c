import type { CaseGrowth, CasePlan, HttpCaseRequest } from '../../../checks/case/case-plan.js';
import { inclusionRequest, unknownInclusionRequest } from '../../../checks/case/inclusion-request.js';
import { withMemberAt } from '../../../contract/json.js';
import { completedFor, stepsTo } from '../../../contract/request-places.js';
import {
  type LooseSimulationRequest,
  manyAssets,
  type RequestFieldPath,
  requestTexts,
} from '../../../contract/simulation-request.js';
import type { Deployment } from '../../../deployment/deployment.js';
import { leftOpen, simulateRequest, simulationOracle } from '../simulate-call.js';

/** Medians are robust from three samples on; more would slow down slow services. */
const rounds = 3;

/** Sizes that services commonly accept: practice, because the interface states no limits (section 8). */
const assetCounts = [16, 32, 64, 128, 256];
const textLengths = [4_096, 8_192, 16_384, 32_768, 65_536];
/** A query is in the head of a request, which servers limit to 8 to 16 KiB. */
const queryLengths = [256, 512, 1_024, 2_048, 4_096];
const depths = [4, 8, 16, 30];
/** Beyond the limit of many servers, which should reject it at once. */
const greatDepths = [64, 128, 256, 512, 1_024];

/** The fields without a length limit, and those with a fixed length. */
const payloadFields = requestTexts.filter(({ field }) => field.format.isUnbounded);
const shortFields = requestTexts.filter(({ field }) => !field.format.isUnbounded);

/** Cases that measure how the response time grows with one dimension of the request, the likely ones separately. */
interface GrowthCases {
  readonly likely: readonly CasePlan[];
  /** Texts of a fixed length, too long, and the operation id: mostly rejected at once. */
  readonly others: readonly CasePlan[];
}

/** Lists the cases of one call that grow: the number of assets, each text, the depth of nesting, and the operation id. */
export function growthCases(request: LooseSimulationRequest, deployment: Deployment): GrowthCases {
  const oracle = simulationOracle(deployment);
  const simulated = (grown: LooseSimulationRequest, mutation: string): HttpCaseRequest =>
    simulateRequest(grown, oracle(grown, mutation), deployment);
  const ofField = (
    dimension: CaseGrowth['dimension'],
    path: RequestFieldPath,
    sizes: readonly number[],
    grownTo: (size: number) => unknown,
    mutation = 'very-long',
  ): CasePlan => {
    const rest = completedFor(path, request, deployment.conventions);
    const grown = (size: number): LooseSimulationRequest =>
      withMemberAt(rest, stepsTo(path), grownTo(size)) as LooseSimulationRequest;
    return growthCase(dimension, path, sizes, simulated(rest, 'given'), (size) =>
      simulated(grown(size), mutation),
    );
  };
  const ofText = ({ path, field }: (typeof requestTexts)[number]): CasePlan =>
    ofField('text', path, textLengths, field.format.sized);
  const ofDepth = (sizes: readonly number[]): CasePlan =>
    ofField('depth', 'extraData', sizes, nested, 'deeply-nested');
  return {
    likely: [
      ofField('assets', 'betaAssets', assetCounts, manyAssets, 'many-assets'),
      ...payloadFields.map(ofText),
      ofDepth(depths),
    ],
    others: [...shortFields.map(ofText), ofDepth(greatDepths), operationIdCase(deployment)],
  };
}

function operationIdCase(deployment: Deployment): CasePlan {
  const expect =
    deployment.conventions.requestValidation === 'off'
      ? leftOpen
      : ({
          kind: 'rejected',
          mutation: 'wrong-length',
          path: 'operationId',
          reason: 'The operation id is too long.',
        } as const);
  const unknown = unknownInclusionRequest(deployment);
  return growthCase('text', 'operationId', queryLengths, unknown, (length) =>
    inclusionRequest(`0x${'0'.repeat(length)}`, expect, deployment),
  );
}

/** Each size once per round, right after the baseline: ascending in one round and descending in the next, so that drift cancels out. */
function growthCase(
  dimension: CaseGrowth['dimension'],
  path: string,
  sizes: readonly number[],
  baseline: HttpCaseRequest,
  grown: (size: number) => HttpCaseRequest,
): CasePlan {
  const requests = new Map(sizes.map((size) => [size, grown(size)]));
  const order = Array.from({ length: rounds }, (_, round) =>
    (round % 2 === 0 ? sizes : sizes.toReversed()).flatMap((size) => [0, size]),
  ).flat();
  return {
    phase: 'coverage',
    kind: 'growth',
    steps: order.map((size) => ({ requests: [requests.get(size) ?? baseline] })),
    growth: { dimension, path, sizes: order },
  };
}

/** Nested lists. The object around them adds one level. */
function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 2; level <= depth; level++) value = [value];
  return value;
}
