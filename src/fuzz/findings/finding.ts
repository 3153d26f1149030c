import type { CasePlan } from '../../checks/case/case-plan.js';
import type { CheckFamily, Severity } from '../../checks/case/check.js';
import type { CountedKind } from '../../checks/transport/request-kind.js';
import type { Exchange } from '../../client/exchange.js';
import type { FindingCondition } from './finding-condition.js';

/** The parts that identify a finding. Two violations with equal signatures are the same finding. */
export interface Signature {
  readonly check: string;
  /** `simulate`, `inclusion`, or the name of a custom endpoint. */
  readonly endpoint: string;
  /** With `[]` for any index, neutral names. */
  readonly path: string;
  readonly class: string;
  /** What a baseline does not cover: `not with alphaCallParams.methodName`. Default: none. */
  readonly condition?: string | undefined;
}

/**
 * How certain a finding is, most certain first: `stable`, every run of its case showed it; `flaky`, some runs did, or
 * independent cases of the campaign; `unconfirmed`, it could not be rerun; `not-reproduced`, it was seen once and no
 * rerun showed it, or some did but also without the change that the check is about.
 */
export const confidences = ['stable', 'flaky', 'unconfirmed', 'not-reproduced'] as const;

/** One of {@link confidences}. */
export type Confidence = (typeof confidences)[number];

/**
 * What a case needs to show a finding, besides its own requests: `contradicted`, the request whose answer it contradicts;
 * `predecessors`, requests before it; `concurrency`, requests beside it.
 */
export const findingContexts = ['contradicted', 'predecessors', 'concurrency'] as const;

/** One of {@link findingContexts}. */
export type FindingContext = (typeof findingContexts)[number];

/** How many of the campaign's requests of a kind showed a finding. */
export interface Frequency {
  readonly shown: number;
  readonly of: number;
  /** The kind. */
  readonly requests: CountedKind;
  /**
   * When it showed, in milliseconds of unix time: from a request that showed it until the first later one that did not. Only
   * the first 16. Absent in reports of 0.1.
   */
  readonly times?: readonly ShownTime[] | undefined;
}

/** A time in which every request of a kind showed a finding. */
export interface ShownTime {
  readonly fromMs: number;
  /** Absent if no later request did not show it. */
  readonly untilMs?: number | undefined;
}

/** A defect of the service. Each is reported once. */
export interface Finding {
  /** The check and ten hex digits of its signature: `schema-1f3a9c2b40`. The same in every campaign. */
  readonly id: string;
  readonly signature: Signature;
  readonly severity: Severity;
  readonly family: CheckFamily;
  /** The expected and the received values of the shrunk case. */
  readonly message: string;
  readonly confidence: Confidence;
  /** How many runs of the shrunk case there were, and how many showed the finding. */
  readonly runs: { readonly shown: number; readonly of: number };
  /** The members of a valid call that decide whether it shows, as far as reruns showed it. Absent if none do. */
  readonly condition?: FindingCondition | undefined;
  /** What its case has besides its own requests. Absent if these show it alone. */
  readonly context?: FindingContext | undefined;
  /** How many preceding requests were sent again without showing it. Absent if it showed again, or none were sent. */
  readonly predecessors?: number | undefined;
  /** How many cases of the campaign showed it. */
  readonly occurrences: number;
  /** How many requests of the campaign showed it. Absent in reports of 0.1 and of replays. */
  readonly frequency?: Frequency | undefined;
  /** The case that it was shrunk from: `7:valid/123`. */
  readonly caseId: string;
  /** When it was first seen, in milliseconds after the start of the campaign. */
  readonly firstSeenMs: number;
  /** The shrunk case. */
  readonly plan: CasePlan;
  /** How many times the case was made simpler. */
  readonly shrinks: number;
  /** The calls of the shrunk case, in the order of its requests, secrets masked. */
  readonly exchanges: readonly RecordedCall[];
  /** Whether an entry of the baseline that has not expired knows it. */
  readonly isKnown: boolean;
  /** Set if it was attributed to another finding, because the answers also differ without the change that its check is about. */
  readonly isExplained?: true | undefined;
  /**
   * Set for a failure that a shard alone saw too seldom to tell it from an outage. It is in the events of the shard, so that
   * those of all shards can be added up, and in no report.
   */
  readonly isUnreported?: true | undefined;
  /** The environment variables of the deployment that showed it, as shell assignments without credentials. */
  readonly variables?: string | undefined;
}

/** What went over the wire for one request, as plain data. */
export type RecordedCall = Pick<Exchange, 'request' | 'response' | 'startedAt' | 'durationMs' | 'attempts'>;
