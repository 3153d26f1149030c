import type { IncomingHttpHeaders } from 'node:http';
import type { ConsensusFaults } from '../source-chain/consensus-faults.js';
import type { AppliedFault, FaultRule } from './fault-rule.js';
import type { MeantAnswer, ServiceCall, WriteAnswer } from './service-answer.js';
import type { TamperedAnswer } from './tampered-answer.js';

/**
 * The faults of a deployment. A rule triggers when it matches a request or its answer, a random number is below its probability, and
 * there is something to change. Of the rules of one family only the first that was set and triggers is the
 * one; those of different families add up: how the request is read, what earlier ones left behind, what is answered or
 * rejected, its members, its text, when it is sent and how. What answers in the place of the deployment leaves nothing of
 * its body to change. Each rule draws from a stream of its own, in the order of requests and answers.
 */
export interface Faults {
  /** What all draws come from. */
  readonly seed: number;
  /** Whether there is a rule that is not over. */
  readonly areSet: boolean;
  /**
   * Sets a fault, and gives its id.
   *
   * @throws {UsageError} that names each invalid member, or when too many are set.
   */
  set(rule: FaultRule): string;
  /** The faults in the order in which they were set, those that are over among them. */
  list(): readonly AppliedFault[];
  /**
   * Clears one fault, or all of them. Requests that are already stalled stay stalled.
   *
   * @throws {UsageError} when there is none with this id.
   */
  clear(faultId?: string): void;
  /** What holds up the validators. To be asked once an epoch: each answer counts. */
  readonly consensus: ConsensusFaults;
  /** Gives what is taken for the head of a request. */
  tamperHead(call: ServiceCall, headers: IncomingHttpHeaders): IncomingHttpHeaders;
  /**
   * Gives what is read in the place of a simulation request, which has neutral names and is not checked yet; the same
   * one when no fault triggers.
   *
   * @throws Rejection when a fault keeps it from being read.
   */
  tamperRequest(call: ServiceCall, request: unknown): unknown;
  /** Tampers with an answer; `write` writes it as the deployment would. */
  tamper(call: ServiceCall, meant: MeantAnswer, write: WriteAnswer): TamperedAnswer;
  /** Keeps all that is set, drawn and counted; the result goes back to it, as often as it is called. */
  snapshot(): () => void;
}
