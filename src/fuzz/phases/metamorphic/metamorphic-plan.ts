import {
  type CasePlan,
  type CaseRelation,
  type CaseRequest,
  type CaseStep,
  type RelationName,
  relationNames,
} from '../../../checks/case/case-plan.js';
import type { Conventions } from '../../../contract/conventions.js';
import type { LooseSimulationRequest } from '../../../contract/simulation-request.js';
import type { FuzzedCall } from '../../campaign-options.js';
import type { CallPlanner } from '../simulate-call.js';
import { variations } from './variations.js';

/** The parts of a metamorphic case. */
export interface MetamorphicParts {
  readonly call: FuzzedCall;
  /** The preferred relation. If it has no variant of the call, the next relation that has one is used. */
  readonly relation: RelationName;
  /** The index of the variant, modulo the number of variants. */
  readonly variant: number;
  /** Two calls that are unrelated to the first one; most relations need none. */
  readonly others: () => readonly [FuzzedCall, FuzzedCall];
}

type Others = readonly [CaseRequest, CaseRequest];
type Layout = Omit<CasePlan, 'phase' | 'kind' | 'relation'> & Pick<CaseRelation, 'pairs'>;

/** Plans a base request and a change that must not affect its answer. */
export function metamorphicPlan(
  parts: MetamorphicParts,
  conventions: Conventions,
  simulate: CallPlanner,
): CasePlan {
  const { call, others } = parts;
  const [name, request] = variedBy(parts, conventions);
  const base = simulate(call);
  const variant = request === call.request ? base : simulate({ ...call, request });
  const { steps, pairs } = layoutOf(name, base, variant, () => {
    const [other, another] = others();
    return [simulate(other), simulate(another)];
  });
  return { phase: 'metamorphic', kind: name, steps, relation: { name, pairs } };
}

/** Returns the first relation, from the preferred one on, that has a variant of the call, and that variant. */
function variedBy(
  { call, relation, variant }: MetamorphicParts,
  conventions: Conventions,
): [RelationName, LooseSimulationRequest] {
  const start = relationNames.indexOf(relation);
  for (const name of [...relationNames.slice(start), ...relationNames.slice(0, start)]) {
    const variants = variations[name](call, conventions);
    const write = variants[variant % variants.length];
    if (write !== undefined) return [name, write()];
  }
  return ['determinism', call.request];
}

/**
 * The base is repeated after the variant, so that spontaneous changes are not attributed to the variant; twice, because two
 * servers that alternate must both have answered it. What an unrelated request leaves behind may be gone with the next
 * request, which is compared with the base after itself; or it may stay, which is compared with what another one leaves
 * behind in between. A state that only advances never returns, and shows neither.
 */
function layoutOf(name: RelationName, base: CaseRequest, variant: CaseRequest, others: () => Others): Layout {
  switch (name) {
    case 'isolation': {
      const [other, another] = others();
      return {
        steps: inTurn(base, base, other, variant, another, variant, other, variant, base),
        pairs: [
          [1, 3],
          [8, 3],
          [3, 5],
          [7, 5],
        ],
      };
    }
    case 'concurrency': {
      const [other] = others();
      return {
        steps: [...inTurn(base), { requests: [variant, other, variant, other] }, ...inTurn(base)],
        pairs: [
          [0, 1],
          [5, 1],
          [0, 3],
          [5, 3],
        ],
      };
    }
    default:
      return {
        steps: inTurn(base, variant, base, base),
        pairs: [
          [0, 1],
          [2, 1],
          [3, 1],
        ],
      };
  }
}

function inTurn(...requests: readonly CaseRequest[]): CaseStep[] {
  return requests.map((request) => ({ requests: [request] }));
}
