import { isBetaAddress } from '../../contract/addresses.js';
import type { Simulation } from '../../contract/responses.js';
import { isPlainObject } from '../../internal/objects.js';
import { changedValues } from './changed-values.js';
import { defineFaults, type SuccessionFault } from './fault.js';
import type { EarlierSimulations, RequestMemory } from './fault-memory.js';

const specialNames = ['__proto__', 'constructor'];

/** Faults of a simulator in which one request leaks into others. */
export const leakFaults = defineFaults('leak', ['simulate'], {
  'state-leak': {
    summary: 'Simulates a call for the caller of the previous request.',
    remember: rememberCaller,
    tamperRequest: (request, { caller }) =>
      caller !== undefined && ![undefined, caller].includes(callerOf(request))
        ? { ...(request as object), betaCaller: caller }
        : undefined,
  },
  'parallel-leak': {
    summary: 'Names the caller of the newest request as the recipient, even for calls that began earlier.',
    remember: rememberCaller,
    tamperSimulation: (simulation, { caller }) => {
      const { outMessages } = simulation;
      return outMessages?.some(({ targetAddress }) => targetAddress !== caller)
        ? {
            ...simulation,
            outMessages: outMessages.map((message) => ({ ...message, targetAddress: caller })),
          }
        : undefined;
    },
  },
  'proto-pollution': {
    summary: 'Shows the prototype or constructor members of a request in every later response.',
    remember: (request, memory) => {
      const inherited = specialMembers(request).find(isPlainObject);
      return inherited === undefined ? memory : { inherited };
    },
    tamperRequest: (request) =>
      specialMembers(request).length === 0 ? undefined : (changedValues(request, withoutSpecial) as object),
    tamperSimulation: (simulation, { inherited }) => inherited && { ...inherited, ...simulation },
  },
});

function rememberCaller(request: unknown, { caller }: RequestMemory): RequestMemory {
  return { caller: callerOf(request) ?? caller };
}

/** Returns the caller of a request, unless the request is rejected because of it. */
function callerOf(request: unknown): string | undefined {
  const caller = isPlainObject(request) ? request.betaCaller : undefined;
  return typeof caller === 'string' && isBetaAddress(caller) ? caller : undefined;
}

/** Returns the values of the special names, at any depth. */
function specialMembers(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...(specialNames.includes(name) ? [member] : []),
    ...specialMembers(member),
  ]);
}

function withoutSpecial(value: unknown): unknown {
  if (!isPlainObject(value) || !specialNames.some((name) => Object.hasOwn(value, name))) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !specialNames.includes(name)));
}

/** Faults of a simulator in which one simulation affects later ones. */
export const crossRequestFaults = defineFaults('succession', ['simulate'], {
  'stale-messages': fault('Shows the outgoing messages of the previous call.', (simulation, { last }) =>
    last?.outMessages?.length && simulation.outMessages?.length
      ? { ...simulation, outMessages: last.outMessages }
      : undefined,
  ),
  'stale-payload': fault('Shows the payloads of the previous call.', (simulation, { last }) => {
    const [previous] = last?.outMessages ?? [];
    const { outMessages } = simulation;
    if (!previous || !outMessages?.length) return undefined;
    return { ...simulation, outMessages: outMessages.map((one) => ({ ...one, payload: previous.payload })) };
  }),
  'stale-shards-key': fault('Shows the shards key of the previous call.', (simulation, { last }) => {
    const [previous] = last?.outMessages ?? [];
    const { outMessages } = simulation;
    if (!previous || !outMessages?.length) return undefined;
    return {
      ...simulation,
      outMessages: outMessages.map((one) => ({ ...one, shardsKey: previous.shardsKey })),
    };
  }),
  'stale-error': fault(
    'Shows the error of the previous failed call for a call that fails.',
    (simulation, { last }) =>
      last?.simulationError && simulation.simulationError
        ? { ...simulation, simulationError: last.simulationError }
        : undefined,
  ),
  'stale-text-message': fault('Shows the text message of the previous call.', (simulation, { last }) =>
    last?.message === undefined ? undefined : { ...simulation, message: last.message },
  ),
  'stale-debug-info': fault('Shows the debug data of the previous call.', (simulation, { last }) =>
    last?.debugInfo ? { ...simulation, debugInfo: last.debugInfo } : undefined,
  ),
  'stale-sender': fault('Shows the sender of the previous call.', (simulation, { last }) => {
    const from = last?.debugInfo?.from;
    return from === undefined || from === simulation.debugInfo?.from
      ? undefined
      : { ...simulation, debugInfo: { ...simulation.debugInfo, from } };
  }),
  'stale-gas': fault('Shows the estimated gas of the previous call.', (simulation, { last }) =>
    last?.estimatedGas && simulation.estimatedGas
      ? { ...simulation, estimatedGas: last.estimatedGas }
      : undefined,
  ),
  'fee-model-flips': fault(
    'Reports the opposite fee model in every second simulation.',
    (simulation, { count }) =>
      count % 2 === 1 && simulation.feeParams
        ? {
            ...simulation,
            feeParams: {
              ...simulation.feeParams,
              isEip1559: !simulation.feeParams.isEip1559,
              suggestedGasTip: '0',
            },
          }
        : undefined,
  ),
  'base-fee-moves': fault(
    'Raises the base fee of the same block with every simulation.',
    (simulation, { count }) => {
      const { feeParams } = simulation;
      if (!feeParams?.currentBaseFee) return undefined;
      const more = BigInt(count) * 1_000n;
      const currentBaseFee = `${BigInt(feeParams.currentBaseFee) + more}`;
      const suggestedGasPrice = `${BigInt(feeParams.suggestedGasPrice ?? 0) + more}`;
      return { ...simulation, feeParams: { ...feeParams, currentBaseFee, suggestedGasPrice } };
    },
  ),
  'block-by-simulation': fault('Adds a block to the chain with every simulation.', (simulation, { count }) =>
    withBlock(simulation, BigInt(count)),
  ),
  'periodic-block-regression': fault(
    'Shows a block that is three blocks older in every third simulation.',
    (simulation, { count }) => withBlock(simulation, count % 3 === 2 ? 0n : 3n),
  ),
  'gas-drops-on-repeat': fault(
    'Estimates 2,100 less gas for a call that was simulated before.',
    (simulation, earlier) =>
      wasSeen(simulation, earlier) && simulation.estimatedGas
        ? { ...simulation, estimatedGas: simulation.estimatedGas - 2_100n }
        : undefined,
  ),
  'executed-before': fault(
    'Reports a call that was simulated before as already executed.',
    (simulation, earlier) => {
      if (!wasSeen(simulation, earlier) || !simulation.simulationStatus) return undefined;
      const { estimatedGas, estimatedJettonFeeAmount, ...rest } = simulation;
      const simulationError = 'execution reverted: AlreadyExecuted';
      return { ...rest, outMessages: null, simulationError, simulationStatus: false };
    },
  ),
  'verdict-flips': fault(
    'Reports a call that was simulated twice before as failed, every second time.',
    (simulation, earlier) => {
      const times = earlier.callData.filter((data) => data === simulation.debugInfo?.callData).length;
      if (times % 2 === 0 || !simulation.simulationStatus) return undefined;
      const { estimatedGas, estimatedJettonFeeAmount, ...rest } = simulation;
      return { ...rest, outMessages: null, simulationError: 'execution reverted', simulationStatus: false };
    },
  ),
  'null-messages-flip': fault(
    'Writes an empty list instead of null for no outgoing messages in every second answer.',
    (simulation, { count }) =>
      count % 2 === 1 && simulation.outMessages === null ? { ...simulation, outMessages: [] } : undefined,
  ),
  'address-case-flips': fault(
    'Writes sender and recipient without their checksum in every second answer.',
    (simulation, { count }) => {
      const { debugInfo } = simulation;
      if (count % 2 === 0 || !debugInfo) return undefined;
      const [from, to] = [debugInfo.from?.toLowerCase(), debugInfo.to?.toLowerCase()];
      return { ...simulation, debugInfo: { ...debugInfo, from, to } };
    },
  ),
});

function fault(summary: string, tamperNext: SuccessionFault['tamperNext']) {
  return { summary, tamperNext };
}

function withBlock(simulation: Simulation, more: bigint): Simulation | undefined {
  const { debugInfo } = simulation;
  if (debugInfo?.blockNumber === undefined || more === 0n) return undefined;
  return { ...simulation, debugInfo: { ...debugInfo, blockNumber: debugInfo.blockNumber + more } };
}

function wasSeen({ debugInfo }: Simulation, { callData }: EarlierSimulations): boolean {
  return debugInfo?.callData !== undefined && callData.includes(debugInfo.callData);
}
