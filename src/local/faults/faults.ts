import type { IncomingHttpHeaders } from 'node:http';
import type { ConsensusFaults } from '../source-chain/consensus-faults.js';
import type { AppliedFault, FaultRule } from './fault-rule.js';
import type { MeantAnswer, ServiceCall, WriteAnswer } from './service-answer.js';
import type { TamperedAnswer } from './tampered-answer.js';

/**
 * The faults of a deployment. A rule triggers when it matches a request or its answer, a random number is below its probability, and
 * there is something to change. Of the rules of one family, only the first one that triggers has an effect. Different
 * families add up: how the request is read, what earlier requests left behind, what is answered or rejected, its members,
 * its text, when it is sent and how. If a fault replaces an answer, faults of its body have no effect. Each rule has its own
 * stream of random numbers, in the order of requests and answers.
 */
export interface Faults {
  /** The seed of all random numbers. */
  readonly seed: number;
  /** Whether there is a rule that is not over. */
  readonly areSet: boolean;
  /**
   * Sets a fault and returns its id.
   *
   * @throws {UsageError} that names each invalid member, or if too many are set.
   */
  set(rule: FaultRule): string;
  /** The faults in the order in which they were set, including those that are over. */
  list(): readonly AppliedFault[];
  /**
   * Clears one fault, or all of them. Requests that are already stalled stay stalled.
   *
   * @throws {UsageError} when there is none with this id.
   */
  clear(faultId?: string): void;
  /** Returns the faults of the validators. Call it once for each epoch, because each call counts as a trigger. */
  readonly consensus: ConsensusFaults;
  /** Returns the head of a request with its faults. */
  tamperHead(call: ServiceCall, headers: IncomingHttpHeaders): IncomingHttpHeaders;
  /**
   * Returns a simulation request with its faults, or the same request if none triggers. The request has neutral names and
   * is not validated yet.
   *
   * @throws Rejection if a fault prevents it from being read.
   */
  tamperRequest(call: ServiceCall, request: unknown): unknown;
  /** Tampers with an answer; `write` writes it as the deployment would. */
  tamper(call: ServiceCall, meant: MeantAnswer, write: WriteAnswer): TamperedAnswer;
  /** Takes a snapshot of faults, random numbers and counts. The returned function restores it, repeatedly. */
  snapshot(): () => void;
}
