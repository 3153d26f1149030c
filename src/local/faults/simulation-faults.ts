import { createHash } from 'node:crypto';
import { jsonText } from '../../contract/json.js';
import type { OutMessage, Simulation, TokenAmount } from '../../contract/responses.js';
import { defineFaults } from './fault.js';

const gwei = 10n ** 9n;

/** Faults of a simulation that contradicts itself. */
export const simulationFaults = defineFaults('simulation', ['simulate'], {
  'contradicting-error': {
    summary: 'Adds an error to a successful simulation.',
    tamperSimulation: (simulation) =>
      simulation.simulationStatus ? { ...simulation, simulationError: 'execution reverted' } : undefined,
  },
  'failing-without-error': {
    summary: 'Leaves out the error of a failed simulation.',
    tamperSimulation: (simulation) =>
      simulation.simulationStatus === false && simulation.simulationError
        ? { ...simulation, simulationError: '' }
        : undefined,
  },
  'varying-verdict': {
    summary: 'Reports about half of the successful calls, chosen at random, as failed.',
    tamperSimulation: (simulation, random) =>
      simulation.simulationStatus && random() < 0.5 ? failed(simulation) : undefined,
  },
  'zero-gas': {
    summary: 'Estimates zero gas for a successful call.',
    tamperSimulation: (simulation) =>
      simulation.estimatedGas ? { ...simulation, estimatedGas: 0n } : undefined,
  },
  'tip-without-eip1559': {
    summary: 'Suggests a gas tip but reports a fee model other than EIP-1559.',
    tamperSimulation: ({ feeParams, ...simulation }) => {
      if (!feeParams) return undefined;
      const suggestedGasTip = Number(feeParams.suggestedGasTip) > 0 ? feeParams.suggestedGasTip : `${gwei}`;
      return { ...simulation, feeParams: { ...feeParams, isEip1559: false, suggestedGasTip } };
    },
  },
  'price-below-base-fee': {
    summary: 'Suggests a gas price of half the base fee.',
    tamperSimulation: ({ feeParams, ...simulation }) => {
      const baseFee = BigInt(feeParams?.currentBaseFee ?? 0);
      return baseFee > 0n
        ? { ...simulation, feeParams: { ...feeParams, suggestedGasPrice: `${baseFee / 2n}` } }
        : undefined;
    },
  },
  'other-calldata': {
    summary: 'Shows call data with the right method and length, but zeros as arguments.',
    tamperSimulation: ({ debugInfo, ...simulation }) => {
      const callData = debugInfo?.callData?.replace(/(?<=^0x.{8}.*)[^0]/g, '0');
      return callData === debugInfo?.callData
        ? undefined
        : { ...simulation, debugInfo: { ...debugInfo, callData } };
    },
  },
  'lost-asset': {
    summary: 'Leaves out the last asset that an outgoing message burns, or locks if it burns none.',
    tamperSimulation: (simulation) => withAssets(simulation, (assets) => assets.slice(0, -1)),
  },
  'created-asset': {
    summary:
      'Adds one base unit to the last asset that an outgoing message burns, or locks if it burns none.',
    tamperSimulation: (simulation) =>
      withAssets(simulation, (assets) =>
        assets.with(-1, { ...assets.at(-1), amount: `${BigInt(assets.at(-1)?.amount ?? 0) + 1n}` }),
      ),
  },
  'repeated-operation-id': {
    summary: 'Adds an outgoing message without assets that has the operation id of the first message.',
    tamperSimulation: ({ outMessages, ...simulation }) =>
      outMessages?.length
        ? {
            ...simulation,
            outMessages: [...outMessages, { ...outMessages[0], tokensBurned: [], tokensLocked: [] }],
          }
        : undefined,
  },
});

/** Faults of the order of blocks. */
export const blockOrderFaults = defineFaults('simulation', ['simulate'], {
  'block-regression': {
    summary: 'Shows a block that is three earlier in about a quarter of the simulations, at random.',
    tamperSimulation: ({ debugInfo, ...simulation }, random) =>
      debugInfo?.blockNumber !== undefined && debugInfo.blockNumber > 3n && random() < 0.25
        ? { ...simulation, debugInfo: { ...debugInfo, blockNumber: debugInfo.blockNumber - 3n } }
        : undefined,
  },
  'block-in-future': {
    summary: 'Shows a block that is a thousand later in about a tenth of the simulations, at random.',
    tamperSimulation: ({ debugInfo, ...simulation }, random) =>
      debugInfo?.blockNumber !== undefined && random() < 0.1
        ? { ...simulation, debugInfo: { ...debugInfo, blockNumber: debugInfo.blockNumber + 1000n } }
        : undefined,
  },
});

type OutMessages = NonNullable<Simulation['outMessages']>;
type Assets = NonNullable<OutMessages[number]['tokensBurned']>;

/** Returns the simulation as if the call failed. */
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

/** Changes a simulation, or returns undefined if there is nothing to change. */
type Tamper = (simulation: Simulation) => Simulation | undefined;

/** Faults of a simulation with values that are well formed, or nearly so, and wrong. */
export const simulationValueFaults = defineFaults('simulation', ['simulate'], {
  'constant-gas': fault(
    'Estimates the same gas for every call.',
    gas(() => 200_000n),
  ),
  'execution-gas': fault(
    'Estimates gas without the intrinsic gas of the transaction and its data.',
    (simulation) => {
      const bytes = (simulation.debugInfo?.callData?.length ?? 2) / 2 - 1;
      return gas((estimate) => estimate - 21_000n - 16n * BigInt(bytes))(simulation);
    },
  ),
  'gas-in-thousands': fault(
    'Writes gas estimates of 200,000 or more in thousands.',
    gas((estimate) => (estimate >= 200_000n ? estimate / 1_000n : estimate)),
  ),
  'constant-fee': fault(
    'Estimates the same fee for every call.',
    fee(() => '250000000000000'),
  ),
  'fee-in-gwei': fault(
    'Writes fees of 300,000 gwei or more in gwei.',
    fee((amount) => (amount >= 300_000n * gwei ? `${amount / gwei}` : `${amount}`)),
  ),
  'fee-as-hex': fault(
    'Writes fees beyond 2^48 as hex.',
    fee((amount) => (amount >= 2n ** 48n ? `0x${amount.toString(16)}` : `${amount}`)),
  ),
  'fee-with-exponent': fault(
    'Writes fees of 300,000 gwei or more with an exponent.',
    fee((amount) => (amount >= 300_000n * gwei ? Number(amount).toExponential() : `${amount}`)),
  ),
  'fee-with-zeros': fault(
    'Pads fees with zeros to 18 digits.',
    fee((amount) => `${amount}`.padStart(18, '0')),
  ),
  'fee-of-single-precision': fault(
    'Computes fees with single-precision floating-point numbers.',
    fee((amount) => `${BigInt(Math.fround(Number(amount)))}`),
  ),
  'tip-above-price': fault('Suggests a gas tip of twice the gas price.', (simulation) => {
    const { feeParams } = simulation;
    if (!feeParams?.suggestedGasPrice) return undefined;
    const suggestedGasTip = `${2n * BigInt(feeParams.suggestedGasPrice)}`;
    return { ...simulation, feeParams: { ...feeParams, suggestedGasTip } };
  }),
  'price-in-gwei': fault(
    'Suggests a gas price in gwei for calls that use more than 250,000 gas.',
    (simulation) => {
      const { feeParams, estimatedGas = 0n } = simulation;
      if (!feeParams?.suggestedGasPrice || estimatedGas <= 250_000n) return undefined;
      const inGwei = (text = '0') => `${BigInt(text) / gwei}`;
      const { currentBaseFee, suggestedGasPrice, suggestedGasTip } = feeParams;
      return {
        ...simulation,
        feeParams: {
          ...feeParams,
          currentBaseFee: inGwei(currentBaseFee),
          suggestedGasPrice: inGwei(suggestedGasPrice),
          suggestedGasTip: inGwei(suggestedGasTip),
        },
      };
    },
  ),
  'wrong-checksum': fault(
    'Inverts the letter case of destination-chain addresses, which makes their checksum invalid.',
    (simulation) => {
      const flipped = (text?: string) =>
        text?.replace(/(?<=^0x.*)[a-fA-F]/, (digit) =>
          digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase(),
        );
      const { debugInfo } = simulation;
      return debugInfo
        ? { ...simulation, debugInfo: { ...debugInfo, to: flipped(debugInfo.to) } }
        : undefined;
    },
  ),
  'id-without-prefix': fault(
    'Writes operation ids without 0x.',
    messages(({ operationId, ...message }) => ({ ...message, operationId: operationId?.slice(2) })),
  ),
  'id-without-zeros': fault(
    'Writes operation ids without their leading zeros.',
    messages(({ operationId, ...message }) => ({
      ...message,
      operationId: operationId && `0x${BigInt(operationId).toString(16)}`,
    })),
  ),
  'upper-case-ids': fault(
    'Writes operation ids in upper case.',
    messages(({ operationId, ...message }) => ({
      ...message,
      operationId: operationId && `0x${operationId.slice(2).toUpperCase()}`,
    })),
  ),
  'payload-cut': fault(
    'Truncates payloads after 32 bytes.',
    messages(({ payload, ...message }) => ({ ...message, payload: payload?.slice(0, 66) })),
  ),
  'payload-odd': fault(
    'Drops a leading zero digit of payloads.',
    messages(({ payload, ...message }) => ({ ...message, payload: payload?.replace(/^0x0/, '0x') })),
  ),
  'amounts-as-doubles': fault(
    'Reads the amounts of outgoing messages as doubles.',
    amounts((amount) => BigInt(Number(amount)).toString()),
  ),
  'amounts-with-exponent': fault(
    'Writes the amounts of outgoing messages as JavaScript formats doubles.',
    amounts((amount) => String(Number(amount))),
  ),
  'amounts-of-64-bits': fault(
    'Wraps the amounts of outgoing messages around at 2^64.',
    amounts((amount) => BigInt.asUintN(64, amount).toString()),
  ),
  'amounts-doubled': fault(
    'Doubles burned amounts of 2^64 or more.',
    amounts((amount) => `${amount >= 2n ** 64n ? 2n * amount : amount}`),
  ),
  'lost-message': fault('Leaves out the last outgoing message.', (simulation) =>
    simulation.outMessages?.length
      ? { ...simulation, outMessages: simulation.outMessages.slice(0, -1) }
      : undefined,
  ),
  'message-twice': fault(
    'Repeats the first outgoing message at the end, with a new operation id.',
    (simulation) => {
      const [first] = simulation.outMessages ?? [];
      if (!first) return undefined;
      const again = {
        ...first,
        operationId: first.operationId?.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
      };
      return { ...simulation, outMessages: [...(simulation.outMessages ?? []), again] };
    },
  ),
  'message-of-failure': fault('Shows an outgoing message for calls that fail.', (simulation) => {
    const { simulationStatus, debugInfo } = simulation;
    if (simulationStatus !== false) return undefined;
    const callerAddress = debugInfo?.to;
    return { ...simulation, outMessages: [{ callerAddress, payload: '0x', shardsKey: 0n }] };
  }),
  'short-calldata': fault(
    'Truncates call data after 512 bytes.',
    callData((data) => data.slice(0, 1026)),
  ),
  'unpadded-calldata': fault(
    'Leaves garbage in the padding of the last word of call data.',
    callData((data) => data.replace(/0{8}$/, 'deadbeef')),
  ),
  'calldata-lengths': fault(
    'Writes the length of the method name in call data one byte too short.',
    words((all) => {
      const at = all.findIndex((word) => /^(?:(?!00)..){3,}(?:00)*$/.test(word));
      const length = BigInt(`0x${all[at - 1] ?? '0'}`);
      return at < 1 || length === 0n ? all : all.with(at - 1, wordOf(length - 1n));
    }),
  ),
  'calldata-key': fault(
    'Rounds integers from 2^60 to 2^64 in call data to doubles.',
    words((all) =>
      all.map((word) => {
        const integer = BigInt(`0x${word}`);
        return integer < 2n ** 60n || integer >= 2n ** 64n ? word : wordOf(BigInt(Number(integer)));
      }),
    ),
  ),
  'odd-calldata': fault(
    'Leaves out the last digit of call data.',
    callData((data) => data.slice(0, -1)),
  ),
  'recipient-is-target': fault(
    'Shows the target as the recipient of a call that sends a message.',
    (simulation) => {
      const { debugInfo } = simulation;
      const to = simulation.outMessages?.[0]?.callerAddress;
      return debugInfo && to ? { ...simulation, debugInfo: { ...debugInfo, to } } : simulation;
    },
  ),
  'fee-of-zero': fault(
    'Estimates a zero fee where it would be 300,000 gwei or more.',
    fee((amount) => (amount >= 300_000n * gwei ? '0' : `${amount}`)),
  ),
  'fee-left-out': fault(
    'Leaves fees below 300,000 gwei empty.',
    fee((amount) => (amount < 300_000n * gwei ? '' : `${amount}`)),
  ),
  'gas-by-key': fault('Estimates gas and fee 50 % higher if the shards key is odd.', (simulation) => {
    const { outMessages, estimatedGas, feeParams } = simulation;
    const isOdd = (outMessages?.[0]?.shardsKey ?? 0n) % 2n === 1n;
    if (!isOdd || !estimatedGas || !feeParams?.suggestedGasPrice) return simulation;
    const more = (estimatedGas * 3n) / 2n;
    const estimatedJettonFeeAmount = `${more * BigInt(feeParams.suggestedGasPrice)}`;
    return { ...simulation, estimatedGas: more, estimatedJettonFeeAmount };
  }),
  'id-without-key': fault(
    'Derives operation ids from the message without its shards key.',
    messages(({ operationId, shardsKey, ...message }) => ({
      ...message,
      shardsKey,
      operationId: `0x${createHash('sha256').update(jsonText(message)).digest('hex')}`,
    })),
  ),
  'better-rates': fault(
    'Adds 1 % to an asset that is sent back without a payload, as exchanges do.',
    (simulation) => {
      const isExchange = simulation.outMessages?.every(({ payload }) => payload === '0x');
      return isExchange ? amounts((amount) => `${(amount * 101n) / 100n}`)(simulation) : simulation;
    },
  ),
  'block-as-time': {
    summary: 'Shows the Unix time in seconds as the block number.',
    tamperSimulation({ debugInfo, ...simulation }, _, nowMs) {
      const blockNumber = BigInt(Math.floor(nowMs / 1_000));
      return debugInfo ? { ...simulation, debugInfo: { ...debugInfo, blockNumber } } : undefined;
    },
  },
});

function fault(summary: string, tamperSimulation: Tamper) {
  return { summary, tamperSimulation };
}

function gas(change: (estimate: bigint) => bigint): Tamper {
  return (simulation) =>
    simulation.estimatedGas ? { ...simulation, estimatedGas: change(simulation.estimatedGas) } : undefined;
}

function fee(change: (amount: bigint) => string): Tamper {
  return (simulation) => {
    const { estimatedJettonFeeAmount: amount } = simulation;
    return amount ? { ...simulation, estimatedJettonFeeAmount: change(BigInt(amount)) } : undefined;
  };
}

function messages(change: (message: OutMessage) => OutMessage): Tamper {
  return (simulation) => {
    const { outMessages } = simulation;
    return outMessages?.length ? { ...simulation, outMessages: outMessages.map(change) } : undefined;
  };
}

function amounts(change: (amount: bigint) => string): Tamper {
  const changed = (list: readonly TokenAmount[] | null | undefined) =>
    list?.map(({ amount, ...token }) => ({ ...token, amount: change(BigInt(amount ?? 0)) }));
  return messages((message) => ({
    ...message,
    tokensBurned: changed(message.tokensBurned),
    tokensLocked: changed(message.tokensLocked),
  }));
}

function callData(change: (data: string) => string): Tamper {
  return (simulation) => {
    const { debugInfo } = simulation;
    const data = debugInfo?.callData;
    if (!data || change(data) === data) return undefined;
    return { ...simulation, debugInfo: { ...debugInfo, callData: change(data) } };
  };
}

/** Changes the words of call data, without its selector. */
function words(change: (all: string[]) => string[]): Tamper {
  return callData((data) => data.slice(0, 10) + change(data.slice(10).match(/.{64}/g) ?? []).join(''));
}

function wordOf(integer: bigint): string {
  return integer.toString(16).padStart(64, '0');
}
