import { UsageError } from '../../errors.js';
import type { DestinationChain } from '../evm/destination-chain.js';
import type { Faults } from '../faults/faults.js';
import type { BareControl, LocalOperation } from '../local-control.js';
import { canonicalOperationId as idOf } from '../shapes/operation-id-schema.js';
import type { SourceChain } from '../source-chain/source-chain.js';
import type { SnapshotStore } from './snapshot-store.js';

/** What a deployment is driven by. */
interface ControlledParts {
  readonly source: SourceChain;
  readonly destination: Pick<DestinationChain, 'stateOverrides'>;
  readonly faults: Faults;
  readonly snapshots: SnapshotStore;
}

/** Creates the control of a deployment in this process. Its input has been validated. */
export function createLocalControl({ source, destination, faults, snapshots }: ControlledParts): BareControl {
  const operation = (operationId: string): LocalOperation => {
    const found = source.operation(idOf(operationId));
    if (found === undefined) throw new UsageError(`There is no operation ${operationId}`);
    return found;
  };
  return {
    submit: async (request) => source.submit(request),
    advance: (ms) => source.advance(ms),
    clock: async () => ({ now: Math.round(source.now()), isFrozen: source.isFrozen() }),
    freeze: () => source.freeze(),
    resume: () => source.resume(),
    settings: async () => source.settings(),
    async configure(changes) {
      await source.configure(changes);
      return source.settings();
    },
    async failExecution(operationId, { errorName = 'ProxyCallError' } = {}) {
      await source.failExecution(idOf(operationId), errorName);
    },
    rollBack: async (operationId) => source.rollBack(idOf(operationId)),
    reorganise: async (operationId) => source.reorganise(idOf(operationId)),
    proof: async (operationId, direction) => source.proof(idOf(operationId), direction),
    operation: async (operationId) => operation(operationId),
    async operations(query = {}) {
      const before = query.before === undefined ? undefined : operation(query.before).operationId;
      return source.operations({ ...query, before });
    },
    roots: async () => source.roots(),
    stateOverrides: async () => destination.stateOverrides(),
    snapshot: async () => snapshots.add(await source.snapshot(faults.snapshot)),
    restore: (snapshot) => snapshots.restore(snapshot),
    setFault: async (rule) => faults.set(rule),
    intercept: async (interceptor) => faults.intercept(interceptor),
    faults: async () => faults.list(),
    clearFaults: async (faultId) => faults.clear(faultId),
  };
}
