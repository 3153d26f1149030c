import type { Deployment } from '../../deployment/deployment.js';
import { UsageError } from '../../errors.js';
import type { StateOverrides } from '../evm/destination-chain.js';
import { completeInterceptor } from '../faults/interceptor.js';
import type { BareControl, LocalOperation } from '../local-control.js';
import { createWireNames } from '../wire-names.js';
import type { ControlCall } from './call-control.js';
import { controlOperations } from './control-operations.js';
import { usualLimit } from './operations-page.js';
import { fromWireOperation } from './wire-operation.js';

/** The control of a deployment in another process. Its input has been validated. */
export function remoteControl(deployment: Deployment, call: ControlCall): BareControl {
  const { dialect } = deployment;
  const names = createWireNames(deployment);
  const can = controlOperations(deployment);
  return {
    submit: async (request) => (await call(can.submit, { body: dialect.toWireRequest(request) })).operationId,
    advance: async (ms) => void (await call(can.advance, { body: { ms } })),
    clock: () => call(can.clock),
    freeze: async () => void (await call(can.freeze)),
    resume: async () => void (await call(can.resume)),
    settings: () => call(can.settings),
    configure: (changes) => call(can.configure, { body: changes }),
    async failExecution(operationId, failure = {}) {
      await call(can.failExecution, { path: { operationId }, body: failure });
    },
    rollBack: async (operationId) => void (await call(can.rollBack, { path: { operationId } })),
    reorganise: async (operationId) => void (await call(can.reorganise, { path: { operationId } })),
    proof: (operationId, direction) => call(can.proof, { path: { operationId }, query: { direction } }),
    async operation(operationId) {
      return fromWireOperation(await call(can.operation, { path: { operationId } }), names, dialect);
    },
    async operations({ stage, limit = usualLimit, before } = {}) {
      const found: LocalOperation[] = [];
      for (;;) {
        const query = {
          stage: stage === undefined ? undefined : names.stage(stage),
          limit: limit - found.length,
          before: found.at(-1)?.operationId ?? before,
        };
        const { operations, isComplete } = await call(can.operations, { query });
        found.push(...operations.map((operation) => fromWireOperation(operation, names, dialect)));
        if (isComplete) return found;
      }
    },
    roots: async () => (await call(can.roots)).roots,
    async stateOverrides() {
      const { stateOverrides } = await call(can.stateOverrides);
      return (stateOverrides ?? undefined) as StateOverrides | undefined;
    },
    snapshot: async () => (await call(can.snapshot)).snapshot,
    restore: async (snapshot) => void (await call(can.restore, { path: { snapshot } })),
    setFault: async (rule) => (await call(can.setFault, { body: rule })).faultId,
    async intercept(interceptor) {
      const { request, answer, ...limits } = completeInterceptor(interceptor);
      if (typeof request === 'function' || typeof answer === 'function')
        throw new UsageError('A function can intercept only in the process of the local deployment', [
          'What to do: pass what changes as data, or start the deployment here, with startLocalDeployment or localDeployment({ isolated: true })',
        ]);
      return (await call(can.intercept, { body: { ...limits, request, answer } })).faultId;
    },
    faults: async () => (await call(can.faults)).faults,
    async clearFaults(faultId) {
      if (faultId === undefined) await call(can.clearFaults);
      else await call(can.clearFault, { path: { faultId } });
    },
  };
}
