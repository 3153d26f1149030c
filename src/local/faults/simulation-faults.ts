import type { Simulation } from '../../contract/responses.js';
import type { SimulationFault } from './fault-kind.js';

const simulator = ['simulate'] as const;

/** A gwei. */
const usualTip = '1000000000';

/** Faults of a simulation that contradicts itself. */
export const simulationFaults = {
  'contradicting-error': {
    family: 'simulation',
    summary: 'Adds an error to a successful simulation.',
    endpoints: simulator,
    tamperSimulation: (simulation) =>
      simulation.simulationStatus ? { ...simulation, simulationError: 'execution reverted' } : undefined,
  },
  'failing-without-error': {
    family: 'simulation',
    summary: 'Leaves out the error of a failed simulation.',
    endpoints: simulator,
    tamperSimulation: (simulation) =>
      simulation.simulationStatus === false && simulation.simulationError
        ? { ...simulation, simulationError: '' }
        : undefined,
  },
  'varying-verdict': {
    family: 'simulation',
    summary: 'Reports about half of the successful calls, chosen at random, as failed.',
    endpoints: simulator,
    tamperSimulation: (simulation, draw) =>
      simulation.simulationStatus && draw() < 0.5 ? failed(simulation) : undefined,
  },
  'zero-gas': {
    family: 'simulation',
    summary: 'Estimates zero gas for a successful call.',
    endpoints: simulator,
    tamperSimulation: (simulation) =>
      simulation.estimatedGas ? { ...simulation, estimatedGas: 0n } : undefined,
  },
  'tip-without-eip1559': {
    family: 'simulation',
    summary: 'Suggests a gas tip but reports a fee model other than EIP-1559.',
    endpoints: simulator,
    tamperSimulation: ({ feeParams, ...simulation }) => {
      if (!feeParams) return undefined;
      const suggestedGasTip = Number(feeParams.suggestedGasTip) > 0 ? feeParams.suggestedGasTip : usualTip;
      return { ...simulation, feeParams: { ...feeParams, isEip1559: false, suggestedGasTip } };
    },
  },
  'price-below-base-fee': {
    family: 'simulation',
    summary: 'Suggests a gas price of half the base fee.',
    endpoints: simulator,
    tamperSimulation: ({ feeParams, ...simulation }) => {
      const baseFee = BigInt(feeParams?.currentBaseFee ?? 0);
      return baseFee > 0n
        ? { ...simulation, feeParams: { ...feeParams, suggestedGasPrice: `${baseFee / 2n}` } }
        : undefined;
    },
  },
  'other-calldata': {
    family: 'simulation',
    summary: 'Shows call data with the right method and length, but zeros as arguments.',
    endpoints: simulator,
    tamperSimulation: ({ debugInfo, ...simulation }) => {
      const callData = debugInfo?.callData?.replace(/(?<=^0x.{8}.*)[^0]/g, '0');
      return callData === debugInfo?.callData
        ? undefined
        : { ...simulation, debugInfo: { ...debugInfo, callData } };
    },
  },
  'lost-asset': {
    family: 'simulation',
    summary: 'Leaves out the last asset that an outgoing message burns, or locks if it burns none.',
    endpoints: simulator,
    tamperSimulation: (simulation) => withAssets(simulation, (assets) => assets.slice(0, -1)),
  },
  'created-asset': {
    family: 'simulation',
    summary:
      'Adds one base unit to the last asset that an outgoing message burns, or locks if it burns none.',
    endpoints: simulator,
    tamperSimulation: (simulation) =>
      withAssets(simulation, (assets) =>
        assets.with(-1, { ...assets.at(-1), amount: `${BigInt(assets.at(-1)?.amount ?? 0) + 1n}` }),
      ),
  },
  'repeated-operation-id': {
    family: 'simulation',
    summary: 'Adds an outgoing message without assets that has the operation id of the first message.',
    endpoints: simulator,
    tamperSimulation: ({ outMessages, ...simulation }) =>
      outMessages?.length
        ? {
            ...simulation,
            outMessages: [...outMessages, { ...outMessages[0], tokensBurned: [], tokensLocked: [] }],
          }
        : undefined,
  },
} satisfies Record<string, SimulationFault>;

type OutMessages = NonNullable<Simulation['outMessages']>;
type Assets = NonNullable<OutMessages[number]['tokensBurned']>;

/** The simulation as if the call failed. */
function failed({ estimatedGas, estimatedJettonFeeAmount, ...simulation }: Simulation): Simulation {
  return {
    ...simulation,
    outMessages: null,
    simulationError: 'execution reverted',
    simulationStatus: false,
  };
}

/** Changes the assets of the first outgoing message that burns or locks some. */
function withAssets(simulation: Simulation, change: (assets: Assets) => Assets): Simulation | undefined {
  const messages = simulation.outMessages ?? [];
  for (const [index, message] of messages.entries()) {
    for (const member of ['tokensBurned', 'tokensLocked'] as const) {
      const assets = message[member];
      if (!assets?.length) continue;
      return { ...simulation, outMessages: messages.with(index, { ...message, [member]: change(assets) }) };
    }
  }
  return undefined;
}
