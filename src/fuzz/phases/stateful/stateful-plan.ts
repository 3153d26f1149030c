import type { CasePlan, CaseRequest, CaseStep } from '../../../checks/case/case-plan.js';
import { inclusionRequest } from '../../../checks/case/inclusion-request.js';
import type { Deployment } from '../../../deployment/deployment.js';
import { idSpellings } from './id-spellings.js';
import { similarIds } from './similar-ids.js';

/**
 * How an operation is polled: repeatedly; concurrently; with an unknown one in between; unknown ones only; in turn with other
 * known ones; concurrently with them; with similar ids in between; with other spellings of its id; with two spellings in
 * turn, for as long as a cache may keep an answer.
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

/** A record that is cached for a second is older than the answer for another spelling of the id in the meantime. */
const watching = { rounds: 5, pauseMs: 150 };

/** The parts of a stateful case. */
export interface StatefulParts {
  readonly kind: (typeof pollingKinds)[number];
  /** A known operation; undefined if there is none. */
  readonly known: string | undefined;
  /** Other known operations. */
  readonly others: readonly string[];
  /** All known operations: none of them must be used as an unknown id. */
  readonly allKnown: readonly string[];
  /** An unknown id. */
  readonly unknown: string;
  /** The index of the first similar id. */
  readonly near: number;
  /** The pauses before each step but the first, in milliseconds. */
  readonly pausesMs: readonly number[];
  /** The number of concurrent polls. */
  readonly atOnce: number;
}

/** Plans consecutive polls of an operation. */
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

/** Another spelling of the id, and the id again: a cached answer for one spelling differs from the answer for the other. */
function lastSteps(
  spellings: readonly CaseRequest[],
  ofKnown: CaseRequest,
  { near }: StatefulParts,
): CaseStep[] {
  const named = spellings.filter(({ expect }) => expect.kind === 'known');
  // A cache that decodes ids still treats the first spelling as a different id. The last one, encoded, is rarer.
  const spelling = named.at(near % 4 === 3 ? -1 : 0);
  return spelling === undefined ? [] : [spelling, ofKnown].map((request) => ({ requests: [request] }));
}
