import {
  type CasePlan,
  type CaseRelation,
  type CaseRequest,
  type CaseStep,
  type RelationName,
  relationNames,
} from '../../../checks/case/case-plan.js';
import type { SimulationRequest } from '../../../contract/request-schema.js';
import type { Deployment } from '../../../deployment/deployment.js';
import type { FuzzedCall } from '../../fuzzed-call.js';
import { simulateCall } from '../simulate-call.js';
import { variations } from './variations.js';

/** What a metamorphic case is made of. */
export interface MetamorphicParts {
  readonly call: FuzzedCall;
  /** The one that is wanted; where a call cannot be varied so, the next one that does takes its place. */
  readonly relation: RelationName;
  /** Which of the variants, counted from 0 and on from the first after the last. */
  readonly variant: number;
  /** A call of which the other knows nothing. */
  readonly other: FuzzedCall;
}

type Layout = Omit<CasePlan, 'phase' | 'kind' | 'relation'> & Pick<CaseRelation, 'pairs'>;

/** Plans a base request and what must not make a difference to it. */
export function metamorphicPlan(parts: MetamorphicParts, deployment: Deployment): CasePlan {
  const { call, other } = parts;
  const [name, request] = variedBy(parts, deployment);
  const plan = (varied: FuzzedCall): CaseRequest => simulateCall(varied, deployment);
  const { steps, pairs } = layoutOf(name, plan(call), plan({ ...call, request }), plan(other));
  return { phase: 'metamorphic', kind: name, steps, relation: { name, pairs } };
}

/** The first relation from the wanted one on that has a variant of the call, and that variant. */
function variedBy(
  { call, relation, variant }: MetamorphicParts,
  { conventions }: Deployment,
): [RelationName, SimulationRequest] {
  const start = relationNames.indexOf(relation);
  for (const name of [...relationNames.slice(start), ...relationNames.slice(0, start)]) {
    const variants = variations[name](call, conventions);
    const write = variants[variant % variants.length];
    if (write !== undefined) return [name, write()];
  }
  return ['same-request-twice', call.request];
}

/**
 * The base comes again after the variant, so that what changes by itself is not laid to the variant. An unrelated
 * request may leave a trace for good: there both of its bases come before it, the first of them after any other.
 */
function layoutOf(name: RelationName, base: CaseRequest, variant: CaseRequest, other: CaseRequest): Layout {
  switch (name) {
    case 'unrelated-request-between':
      return {
        steps: inTurn(base, base, base, other, variant),
        pairs: [
          [1, 4],
          [2, 4],
        ],
      };
    case 'concurrency':
      return {
        steps: [...inTurn(base), { requests: [variant, other, variant, other] }, ...inTurn(base)],
        pairs: [
          [0, 1],
          [5, 1],
          [0, 3],
          [5, 3],
        ],
      };
    default:
      return {
        steps: inTurn(base, variant, base),
        pairs: [
          [0, 1],
          [2, 1],
        ],
      };
  }
}

function inTurn(...requests: readonly CaseRequest[]): CaseStep[] {
  return requests.map((request) => ({ requests: [request] }));
}
