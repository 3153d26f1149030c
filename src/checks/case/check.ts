import type { Conventions } from '../../contract/conventions.js';
import type { ChainNames } from '../../contract/dialect.js';
import type { EarlierAnswers } from '../records/earlier-answers.js';
import type { CaseRequest } from './case-plan.js';
import type { Endpoints } from './endpoint-facts.js';
import type { ObservedCase } from './observation.js';

/** How bad a finding is: the service fails or gives a wrong answer; it breaks its contract; it makes clients do more work. */
export const severities = ['critical', 'major', 'minor'] as const;

/** One of {@link severities}. */
export type Severity = (typeof severities)[number];

/** The families of checks, in which they are listed. */
export const checkFamilies = ['transport', 'meaning', 'metamorphic'] as const;

/** One of {@link checkFamilies}. */
export type CheckFamily = (typeof checkFamilies)[number];

/** A pure verdict over what a case sent and what came. */
export interface Check {
  /** In lower case with dashes: `server-error`. Part of signatures and baselines, so it never changes. */
  readonly name: string;
  readonly family: CheckFamily;
  readonly severity: Severity;
  /** What must not be, in one sentence. */
  readonly about: string;
  /** Where that comes from: `section 2.2`, `practice`, `assumption`. */
  readonly source: string;
  /** The same of custom endpoints, with `{endpoint}` for the name of one. Default: the source. */
  readonly customSource?: string | undefined;
  /**
   * What it finds may as well be an outage. It counts only where each run of its case shows it and a control request
   * right after each of them is answered; else the answers stay inconclusive. Default: false.
   */
  readonly needsControl?: boolean | undefined;
  /**
   * What it finds is there in answers that came, and perhaps never again, since operations move on: what was seen once is
   * flaky, though no run of the case shows it. Default: false.
   */
  readonly isOfHistory?: boolean | undefined;
  /** Gives nothing when all is well, or when it could not see. */
  readonly judge: (observed: ObservedCase, context: CheckContext) => readonly Violation[];
}

/** What a check knows of the deployment. */
export interface CheckContext {
  readonly chains: ChainNames;
  readonly conventions: Conventions;
  readonly limits: CheckLimits;
  /** What earlier answers of the campaign said. Default: only those of the case count. */
  readonly earlier?: EarlierAnswers | undefined;
  /** Endpoints besides the two built-in ones. Default: none. */
  readonly endpoints?: Endpoints | undefined;
}

/** Limits of checks, each an option of a campaign. */
export interface CheckLimits {
  /** An answer that takes longer is slow, in milliseconds. Default: 5,000. */
  readonly slowThresholdMs: number;
}

/** Something that must not be. */
export interface Violation {
  /** Of the request that shows it, counted from 0 over all steps. */
  readonly at: number;
  /** Where: a path of the answer or of the request with `[]` for any index, neutral names; `''` for the whole. */
  readonly path: string;
  /** What kind of wrong, the same each time the same fault shows: `status 500`, `string for integer`. No values in it. */
  readonly class: string;
  /** What was expected and what came, in one sentence, with the values. */
  readonly message: string;
  /** The request of another case whose answer this one contradicts; absent where the case shows it by itself. */
  readonly contradicts?: CaseRequest | undefined;
}

/** A violation and the check that found it. */
export interface CheckedViolation {
  readonly check: Check;
  readonly violation: Violation;
}
