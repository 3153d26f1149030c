import { parseBetaAddress, type Simulation } from 'crosscheck/contract';
import {
  changedValues,
  type EarlierSimulations,
  isObject,
  type Mutant,
  responseOf,
  successionMutant,
} from './mutant.js';

/** Simulators in which one request affects later ones. */
export const crossRequestMutants = {
  'stale-payload': successionMutant('Shows the payloads of the previous call.', (simulation, { last }) => {
    const [previous] = last?.outMessages ?? [];
    const { outMessages } = simulation;
    if (!previous || !outMessages?.length) return undefined;
    return { ...simulation, outMessages: outMessages.map((one) => ({ ...one, payload: previous.payload })) };
  }),
  'stale-shards-key': successionMutant(
    'Shows the shards key of the previous call.',
    (simulation, { last }) => {
      const [previous] = last?.outMessages ?? [];
      const { outMessages } = simulation;
      if (!previous || !outMessages?.length) return undefined;
      return {
        ...simulation,
        outMessages: outMessages.map((one) => ({ ...one, shardsKey: previous.shardsKey })),
      };
    },
  ),
  'stale-error': successionMutant(
    'Shows the error of the previous failed call for a call that fails.',
    (simulation, { last }) =>
      last?.simulationError && simulation.simulationError
        ? { ...simulation, simulationError: last.simulationError }
        : undefined,
  ),
  'stale-text-message': successionMutant(
    'Shows the text message of the previous call.',
    (simulation, { last }) =>
      last?.message === undefined ? undefined : { ...simulation, message: last.message },
  ),
  'stale-debug-info': successionMutant(
    'Shows the debug data of the previous call.',
    (simulation, { last }) => (last?.debugInfo ? { ...simulation, debugInfo: last.debugInfo } : undefined),
  ),
  'stale-sender': successionMutant('Shows the sender of the previous call.', (simulation, { last }) => {
    const from = last?.debugInfo?.from;
    return from === undefined || from === simulation.debugInfo?.from
      ? undefined
      : { ...simulation, debugInfo: { ...simulation.debugInfo, from } };
  }),
  'stale-gas': successionMutant('Shows the estimated gas of the previous call.', (simulation, { last }) =>
    last?.estimatedGas && simulation.estimatedGas
      ? { ...simulation, estimatedGas: last.estimatedGas }
      : undefined,
  ),
  'fee-model-flips': successionMutant(
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
  'base-fee-moves': successionMutant(
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
  'block-by-simulation': successionMutant(
    'Adds a block to the chain with every simulation.',
    (simulation, { count }) => withBlock(simulation, BigInt(count)),
  ),
  'periodic-block-regression': successionMutant(
    'Shows a block that is three blocks older in every third simulation.',
    (simulation, { count }) => withBlock(simulation, count % 3 === 2 ? 0n : 3n),
  ),
  'gas-drops-on-repeat': successionMutant(
    'Estimates 2,100 less gas for a call that was simulated before.',
    (simulation, earlier) =>
      wasSeen(simulation, earlier) && simulation.estimatedGas
        ? { ...simulation, estimatedGas: simulation.estimatedGas - 2_100n }
        : undefined,
  ),
  'executed-before': successionMutant(
    'Reports a call that was simulated before as already executed.',
    (simulation, earlier) => {
      if (!wasSeen(simulation, earlier) || !simulation.simulationStatus) return undefined;
      const { estimatedGas, estimatedJettonFeeAmount, ...rest } = simulation;
      const simulationError = 'execution reverted: AlreadyExecuted';
      return { ...rest, outMessages: null, simulationError, simulationStatus: false };
    },
  ),
  'verdict-flips': successionMutant(
    'Reports a call that was simulated twice before as failed, every second time.',
    (simulation, earlier) => {
      const times = earlier.callData.filter((data) => data === simulation.debugInfo?.callData).length;
      if (times % 2 === 0 || !simulation.simulationStatus) return undefined;
      const { estimatedGas, estimatedJettonFeeAmount, ...rest } = simulation;
      return { ...rest, outMessages: null, simulationError: 'execution reverted', simulationStatus: false };
    },
  ),
  'null-messages-flip': successionMutant(
    'Writes an empty list instead of null for no outgoing messages in every second answer.',
    (simulation, { count }) =>
      count % 2 === 1 && simulation.outMessages === null ? { ...simulation, outMessages: [] } : undefined,
  ),
  'address-case-flips': successionMutant(
    'Writes sender and recipient without their checksum in every second answer.',
    (simulation, { count }) => {
      const { debugInfo } = simulation;
      if (count % 2 === 0 || !debugInfo) return undefined;
      const [from, to] = [debugInfo.from?.toLowerCase(), debugInfo.to?.toLowerCase()];
      return { ...simulation, debugInfo: { ...debugInfo, from, to } };
    },
  ),
  'state-leak': {
    summary: 'Simulates a call for the caller of the previous request.',
    start() {
      let caller: string | undefined;
      return {
        endpoint: 'simulate',
        request({ request: { json } }) {
          const [previous, own] = [caller, callerOf(json)];
          caller = own ?? caller;
          const isOther = previous !== undefined && own !== undefined && own !== previous;
          return isOther ? { patch: { betaCaller: previous } } : undefined;
        },
      };
    },
  },
  'parallel-leak': {
    summary: 'Names the caller of the newest request as the recipient, even for calls that began earlier.',
    start() {
      let caller: string | undefined;
      return {
        endpoint: 'simulate',
        request({ request: { json } }) {
          caller = callerOf(json) ?? caller;
          return undefined;
        },
        answer({ answer }) {
          const { outMessages, ...simulation } = (responseOf(answer) ?? {}) as Simulation;
          if (!outMessages?.some(({ targetAddress }) => targetAddress !== caller)) return undefined;
          const leaked = outMessages.map((message) => ({ ...message, targetAddress: caller }));
          return { json: { response: { ...simulation, outMessages: leaked } } };
        },
      };
    },
  },
  'proto-pollution': {
    summary: 'Shows the prototype or constructor members of a request in every later response.',
    start() {
      let inherited: object | undefined;
      return {
        endpoint: 'simulate',
        request({ request: { json } }) {
          const special = specialMembers(json);
          inherited = special.find(isObject) ?? inherited;
          return special.length === 0 ? undefined : { json: changedValues(json, withoutSpecial) };
        },
        answer({ answer }) {
          const simulation = responseOf(answer);
          return simulation && inherited && { json: { response: { ...inherited, ...simulation } } };
        },
      };
    },
  },
} satisfies Record<string, Mutant>;

function withBlock(simulation: Simulation, more: bigint): Simulation | undefined {
  const { debugInfo } = simulation;
  if (debugInfo?.blockNumber === undefined || more === 0n) return undefined;
  return { ...simulation, debugInfo: { ...debugInfo, blockNumber: debugInfo.blockNumber + more } };
}

function wasSeen({ debugInfo }: Simulation, { callData }: EarlierSimulations): boolean {
  return debugInfo?.callData !== undefined && callData.includes(debugInfo.callData);
}

/** Returns the caller of a request, unless the request is rejected because of it. */
function callerOf(request: unknown): string | undefined {
  const caller = isObject(request) ? request.betaCaller : undefined;
  return typeof caller === 'string' && parseBetaAddress(caller) ? caller : undefined;
}

const specialNames = ['__proto__', 'constructor'];

/** Returns the values of the special names, at any depth. */
function specialMembers(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...(specialNames.includes(name) ? [member] : []),
    ...specialMembers(member),
  ]);
}

function withoutSpecial(value: unknown): unknown {
  if (!isObject(value) || !specialNames.some((name) => Object.hasOwn(value, name))) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !specialNames.includes(name)));
}
