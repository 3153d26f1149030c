import type { IncomingHttpHeaders } from 'node:http';
import { defaultConventions } from '../../contract/conventions.js';
import { UsageError } from '../../errors.js';
import { definedMembers } from '../../internal/objects.js';
import { assertNoIssues } from '../../internal/options.js';
import type { ConsensusFaults } from '../source-chain/relay.js';
import { RecordMemory } from './fault-memory.js';
import { type AppliedFault, type FaultRule, faultRuleIssues } from './fault-rule.js';
import { createSeededRandom } from './seeded-random.js';
import type { Answer, ServiceCall, WriteAnswer } from './service-answer.js';
import { SetFault, SetFaults } from './set-faults.js';
import { type TamperedAnswer, tamperAnswer, tamperHead, tamperRequest } from './tampering.js';

/**
 * The faults of a deployment. A rule triggers when it matches a request or its answer, a random number is below its probability, and
 * there is something to change. Of the rules of one family, only the first one that triggers has an effect. Different
 * families add up: how the request is read, what leaks from earlier requests, what is answered or rejected, its members,
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
  /** Returns the faults in the order in which they were set, including those that are over. */
  list(): readonly AppliedFault[];
  /**
   * Clears one fault, or all of them. Requests that are already stalled stay stalled.
   *
   * @throws {UsageError} if there is none with this id.
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
  /** Returns an answer with its faults. `write` writes it as the deployment would. */
  tamperAnswer(call: ServiceCall, answer: Answer, write: WriteAnswer): TamperedAnswer;
  /** Takes a snapshot of faults, random numbers and counts. The returned function restores it, repeatedly. */
  snapshot(): () => void;
}

/** Maximum number of faults, including those that are over. Each answer is compared with all of them. */
export const maxFaults = 1000;

/**
 * Creates the faults of a deployment.
 *
 * @param rules - The faults to set at the start.
 * @param seed - The seed of all random numbers.
 * @param stages - Its names of the stages, in order. Default: those of practice.
 * @param types - Its names of the chain types, destination chain first. Default: those of practice.
 * @throws {UsageError} that names each invalid member of a rule, or if there are too many.
 */
export function createFaults(
  rules: readonly FaultRule[] = [],
  seed = 0,
  stages: readonly string[] = defaultConventions.stages,
  types: readonly string[] = defaultConventions.blockchainTypes,
): Faults {
  const faults = new SetFaults({ stages, types });
  let setSoFar = 0;
  /** Not part of a snapshot: an id must never be used for another fault. */
  let lastId = 0;

  function set(rule: FaultRule): string {
    assertNoIssues('The fault cannot be set', faultRuleIssues(rule));
    if (faults.all.length >= maxFaults)
      throw new UsageError(`${maxFaults} faults are already set; clear some of them first`);
    const number = ++setSoFar;
    const fault = new SetFault(`fault-${++lastId}`, definedMembers(rule) as FaultRule, {
      random: createSeededRandom(seed, number),
      requests: {},
      records: new RecordMemory(faults.names),
      triggered: 0,
    });
    faults.replace([...faults.all, fault]);
    return fault.faultId;
  }

  function triggerEpoch(name: FaultRule['fault'], operationIds: readonly string[]): SetFault | undefined {
    return faults.trigger(
      (set) => set.is(name) && set.concernsOneOf(operationIds),
      (set) => set,
    );
  }

  for (const rule of rules) set(rule);
  return {
    seed,
    get areSet() {
      return faults.active.length > 0;
    },
    set,
    list: () => faults.all.map(({ applied }) => applied),
    clear(faultId) {
      if (faultId === undefined) faults.replace([]);
      else faults.remove(faultId);
    },
    consensus: {
      delayMs: (_, operationIds) => triggerEpoch('slow-consensus', operationIds)?.ms ?? 0,
      missesQuorum: (_, operationIds) => triggerEpoch('missed-quorum', operationIds) !== undefined,
    },
    tamperHead: (call, headers) => tamperHead(faults, call, headers),
    tamperRequest: (call, request) => tamperRequest(faults, call, request),
    tamperAnswer(call, answer, write) {
      const { operationId: requestedId } = call;
      const lowerCased = { ...call, requestedId, operationId: requestedId?.toLowerCase() };
      return tamperAnswer(faults, lowerCased, answer, write);
    },
    snapshot() {
      const kept = faults.all.map((fault) => fault.copy());
      const keptNumber = setSoFar;
      return () => {
        faults.replace(kept.map((fault) => fault.copy()));
        setSoFar = keptNumber;
      };
    },
  };
}
