import type { CasePlan, CaseRequest, CaseStep } from '../../../checks/case/case-plan.js';
import type { Deployment } from '../../../deployment/deployment.js';
import { inclusionRequest } from '../inclusion-request.js';

/** How an operation is asked about: again and again; several times at once; with an unknown one between; unknown ones only. */
export const pollingKinds = ['history', 'concurrent-polls', 'unknown-between', 'unknown-only'] as const;

/** What a stateful case is made of. */
export interface StatefulParts {
  readonly kind: (typeof pollingKinds)[number];
  /** An operation that the deployment knows; undefined where it is not said to know one. */
  readonly known: string | undefined;
  /** An id that nobody has. */
  readonly unknown: string;
  /** Before each step but the first, in milliseconds: as many steps as there are. */
  readonly pausesMs: readonly number[];
  /** Of concurrent polls, how many at once. */
  readonly atOnce: number;
}

/** Plans polls of an operation one after the other. */
export function statefulPlan(parts: StatefulParts, deployment: Deployment): CasePlan {
  const { known, unknown, pausesMs, atOnce } = parts;
  const ofUnknown = inclusionRequest(unknown, { kind: 'unknown', operationId: unknown }, deployment);
  const ofKnown =
    known === undefined
      ? ofUnknown
      : inclusionRequest(known, { kind: 'known', operationId: known }, deployment);
  const kind = known === undefined ? 'unknown-only' : parts.kind;
  const requests: Record<StatefulParts['kind'], readonly CaseRequest[]> = {
    history: [ofKnown],
    'concurrent-polls': [...Array.from({ length: atOnce }, () => ofKnown), ofUnknown],
    'unknown-between': [ofKnown],
    'unknown-only': [ofUnknown],
  };
  const polls = requests[kind];
  const steps = pausesMs.map((pauseMs): CaseStep => ({ pauseMs, requests: polls }));
  const between = kind === 'unknown-between' ? [{ requests: [ofUnknown] }] : [];
  return {
    phase: 'stateful',
    kind,
    steps: [{ requests: polls }, ...steps.flatMap((step) => [...between, step])],
  };
}
