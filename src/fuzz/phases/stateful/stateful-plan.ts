import type { CasePlan, CaseRequest, CaseStep } from '../../../checks/case/case-plan.js';
import { inclusionRequest } from '../../../checks/case/inclusion-request.js';
import type { Deployment } from '../../../deployment/deployment.js';
import { idSpellings } from './id-spellings.js';
import { similarIds } from './similar-ids.js';

/**
 * How an operation is asked about: again and again; several times at once; with an unknown one between; unknown ones only;
 * with other known ones in turn; with these at once; with ids between that are nearly its own; by other spellings of its id;
 * by two spellings in turn, for as long as something may be kept in a cache.
 */
export const pollingKinds = [
  'history',
  'concurrent-polls',
  'unknown-between',
  'unknown-only',
  'others-between',
  'others-at-once',
  'near-ids',
  'other-spellings',
  'watch',
] as const;

/** A record that is kept for a second is older than what is told of another spelling of the id meanwhile. */
const watching = { rounds: 5, pauseMs: 150 };

/** What a stateful case is made of. */
export interface StatefulParts {
  readonly kind: (typeof pollingKinds)[number];
  /** An operation that the deployment knows; undefined where it is not said to know one. */
  readonly known: string | undefined;
  /** Others that it knows. */
  readonly others: readonly string[];
  /** All that it is said to know: none of them is an id that nobody has. */
  readonly allKnown: readonly string[];
  /** An id that nobody has. */
  readonly unknown: string;
  /** Which ids that are nearly the known one, counted from 0. */
  readonly near: number;
  /** Before each step but the first, in milliseconds: as many steps as there are. */
  readonly pausesMs: readonly number[];
  /** Of concurrent polls, how many at once. */
  readonly atOnce: number;
}

/** Plans polls of an operation one after the other. */
export function statefulPlan(parts: StatefulParts, deployment: Deployment): CasePlan {
  const { known, unknown, pausesMs, atOnce } = parts;
  const unknownPoll = (operationId: string): CaseRequest =>
    inclusionRequest(operationId, { kind: 'unknown', operationId }, deployment);
  const poll = (operationId: string): CaseRequest =>
    inclusionRequest(operationId, { kind: 'known', operationId }, deployment);
  const ofUnknown = unknownPoll(unknown);
  const ofKnown = known === undefined ? ofUnknown : poll(known);
  const others = parts.others.filter((other) => other !== known).map(poll);
  const near = known === undefined ? [] : similarIds(known, parts.near, parts.allKnown).map(unknownPoll);
  const spellings = known === undefined ? [] : idSpellings(known, deployment);
  const polls: Record<StatefulParts['kind'], readonly CaseRequest[]> = {
    history: [ofKnown],
    'concurrent-polls': [...Array.from({ length: atOnce }, () => ofKnown), ofUnknown],
    'unknown-between': [ofKnown],
    'unknown-only': [ofUnknown],
    'others-between': [ofKnown],
    'others-at-once': [ofKnown, ...others],
    'near-ids': [ofKnown],
    'other-spellings': [ofKnown],
    watch: [ofKnown],
  };
  /** One after the other, before each step but the first. */
  const betweens: Partial<Record<StatefulParts['kind'], readonly CaseRequest[]>> = {
    'unknown-between': [ofUnknown],
    'others-between': others,
    'near-ids': near,
    'other-spellings': spellings,
  };
  const kind = known === undefined ? 'unknown-only' : parts.kind;
  const requests = polls[kind];
  const between = (betweens[kind] ?? []).map((request): CaseStep => ({ requests: [request] }));
  const last = kind === 'unknown-only' ? [] : lastSteps(spellings, ofKnown, parts);
  if (kind === 'watch') {
    const [first = { requests }, ...rest] = last;
    const round = [{ ...first, pauseMs: watching.pauseMs }, ...rest];
    const rounds = Array.from({ length: watching.rounds }, () => round).flat();
    return { phase: 'stateful', kind, steps: [{ requests }, ...rounds] };
  }
  const steps = pausesMs.map((pauseMs): CaseStep => ({ pauseMs, requests }));
  return {
    phase: 'stateful',
    kind,
    steps: [{ requests }, ...steps.flatMap((step) => [...between, step]), ...last],
  };
}

/** Another spelling of the id, and the id again: what is kept of the answers to the one shows beside the other. */
function lastSteps(
  spellings: readonly CaseRequest[],
  ofKnown: CaseRequest,
  { near }: StatefulParts,
): CaseStep[] {
  const named = spellings.filter(({ expect }) => expect.kind === 'known');
  // Whoever decodes ids before they look into a cache does not know that these are one; the other is rarer.
  const spelling = named.at(near % 4 === 3 ? -1 : 0);
  return spelling === undefined ? [] : [spelling, ofKnown].map((request) => ({ requests: [request] }));
}
