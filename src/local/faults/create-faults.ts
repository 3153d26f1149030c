import { defaultConventions } from '../../contract/conventions.js';
import { UsageError } from '../../errors.js';
import { definedMembers } from '../../internal/objects.js';
import { assertNoIssues } from '../../internal/options.js';
import type { FaultRule } from './fault-rule.js';
import { faultRuleIssues } from './fault-rule-issues.js';
import type { Faults } from './faults.js';
import { createSeededRandom } from './seeded-random.js';
import { SetFault } from './set-fault.js';
import { SetFaults } from './set-faults.js';
import { ShownOperations } from './shown-operations.js';
import { tamperAnswer } from './tamper-answer.js';
import { tamperWithRequest } from './tamper-with-request.js';

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
  const faults = new SetFaults(types);
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
      shown: new ShownOperations(stages),
      triggered: 0,
    });
    faults.replace([...faults.all, fault]);
    return fault.faultId;
  }

  function triggerEpoch(name: FaultRule['fault'], operationIds: readonly string[]): SetFault | undefined {
    return faults.trigger(
      (fault) => fault.is(name) && fault.concernsOneOf(operationIds),
      (fault) => fault,
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
    tamperHead: (call, headers) =>
      faults.triggerCall('head', call, headers, ({ tamperHead }) => tamperHead(headers)) ?? headers,
    tamperRequest: (call, request) => tamperWithRequest(faults, call, request),
    tamper: (call, meant, write) =>
      tamperAnswer(
        faults,
        { ...call, asked: call.operationId, operationId: call.operationId?.toLowerCase() },
        meant,
        write,
      ),
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
