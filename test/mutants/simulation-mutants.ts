import { createHash } from 'node:crypto';
import { jsonText, type OutMessage, type Simulation, type TokenAmount } from 'crosscheck/contract';
import { type Mutant, simulationMutant } from './mutant.js';

const gwei = 10n ** 9n;

/** Simulations that contradict themselves, or whose values are well formed, or nearly so, and wrong. */
export const simulationMutants = {
  'tip-without-eip1559': simulationMutant(
    'Suggests a gas tip but reports a fee model other than EIP-1559.',
    ({ feeParams, ...simulation }) => {
      if (!feeParams) return undefined;
      const suggestedGasTip = Number(feeParams.suggestedGasTip) > 0 ? feeParams.suggestedGasTip : `${gwei}`;
      return { ...simulation, feeParams: { ...feeParams, isEip1559: false, suggestedGasTip } };
    },
  ),
  'price-below-base-fee': simulationMutant(
    'Suggests a gas price of half the base fee.',
    ({ feeParams, ...simulation }) => {
      const baseFee = BigInt(feeParams?.currentBaseFee ?? 0);
      return baseFee > 0n
        ? { ...simulation, feeParams: { ...feeParams, suggestedGasPrice: `${baseFee / 2n}` } }
        : undefined;
    },
  ),
  'other-calldata': simulationMutant(
    'Shows call data with the right method and length, but zeros as arguments.',
    ({ debugInfo, ...simulation }) => {
      const callData = debugInfo?.callData?.replace(/(?<=^0x.{8}.*)[^0]/g, '0');
      return callData === debugInfo?.callData
        ? undefined
        : { ...simulation, debugInfo: { ...debugInfo, callData } };
    },
  ),
  'lost-asset': simulationMutant(
    'Leaves out the last asset that an outgoing message burns, or locks if it burns none.',
    (simulation) => withAssets(simulation, (assets) => assets.slice(0, -1)),
  ),
  'created-asset': simulationMutant(
    'Adds one base unit to the last asset that an outgoing message burns, or locks if it burns none.',
    (simulation) =>
      withAssets(simulation, (assets) =>
        assets.with(-1, { ...assets.at(-1), amount: `${BigInt(assets.at(-1)?.amount ?? 0) + 1n}` }),
      ),
  ),
  'repeated-operation-id': simulationMutant(
    'Adds an outgoing message without assets that has the operation id of the first message.',
    ({ outMessages, ...simulation }) =>
      outMessages?.length
        ? {
            ...simulation,
            outMessages: [...outMessages, { ...outMessages[0], tokensBurned: [], tokensLocked: [] }],
          }
        : undefined,
  ),
  'block-in-future': sometimes(
    0.1,
    simulationMutant(
      'Shows a block that is a thousand later in about a tenth of the simulations, at random.',
      ({ debugInfo, ...simulation }) =>
        debugInfo?.blockNumber !== undefined
          ? { ...simulation, debugInfo: { ...debugInfo, blockNumber: debugInfo.blockNumber + 1000n } }
          : undefined,
    ),
  ),
  'constant-gas': simulationMutant(
    'Estimates the same gas for every call.',
    gas(() => 200_000n),
  ),
  'execution-gas': simulationMutant(
    'Estimates gas without the intrinsic gas of the transaction and its data.',
    (simulation) => {
      const bytes = (simulation.debugInfo?.callData?.length ?? 2) / 2 - 1;
      return gas((estimate) => estimate - 21_000n - 16n * BigInt(bytes))(simulation);
    },
  ),
  'gas-in-thousands': simulationMutant(
    'Writes gas estimates of 200,000 or more in thousands.',
    gas((estimate) => (estimate >= 200_000n ? estimate / 1_000n : estimate)),
  ),
  'constant-fee': simulationMutant(
    'Estimates the same fee for every call.',
    fee(() => '250000000000000'),
  ),
  'fee-in-gwei': simulationMutant(
    'Writes fees of 300,000 gwei or more in gwei.',
    fee((amount) => (amount >= 300_000n * gwei ? `${amount / gwei}` : `${amount}`)),
  ),
  'fee-as-hex': simulationMutant(
    'Writes fees beyond 2^48 as hex.',
    fee((amount) => (amount >= 2n ** 48n ? `0x${amount.toString(16)}` : `${amount}`)),
  ),
  'fee-with-exponent': simulationMutant(
    'Writes fees of 300,000 gwei or more with an exponent.',
    fee((amount) => (amount >= 300_000n * gwei ? Number(amount).toExponential() : `${amount}`)),
  ),
  'fee-with-zeros': simulationMutant(
    'Pads fees with zeros to 18 digits.',
    fee((amount) => `${amount}`.padStart(18, '0')),
  ),
  'fee-of-single-precision': simulationMutant(
    'Computes fees with single-precision floating-point numbers.',
    fee((amount) => `${BigInt(Math.fround(Number(amount)))}`),
  ),
  'tip-above-price': simulationMutant('Suggests a gas tip of twice the gas price.', (simulation) => {
    const { feeParams } = simulation;
    if (!feeParams?.suggestedGasPrice) return undefined;
    const suggestedGasTip = `${2n * BigInt(feeParams.suggestedGasPrice)}`;
    return { ...simulation, feeParams: { ...feeParams, suggestedGasTip } };
  }),
  'price-in-gwei': simulationMutant(
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
  'wrong-checksum': simulationMutant(
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
  'id-without-prefix': simulationMutant(
    'Writes operation ids without 0x.',
    messages(({ operationId, ...message }) => ({ ...message, operationId: operationId?.slice(2) })),
  ),
  'id-without-zeros': simulationMutant(
    'Writes operation ids without their leading zeros.',
    messages(({ operationId, ...message }) => ({
      ...message,
      operationId: operationId && `0x${BigInt(operationId).toString(16)}`,
    })),
  ),
  'upper-case-ids': simulationMutant(
    'Writes operation ids in upper case.',
    messages(({ operationId, ...message }) => ({
      ...message,
      operationId: operationId && `0x${operationId.slice(2).toUpperCase()}`,
    })),
  ),
  'payload-cut': simulationMutant(
    'Truncates payloads after 32 bytes.',
    messages(({ payload, ...message }) => ({ ...message, payload: payload?.slice(0, 66) })),
  ),
  'payload-odd': simulationMutant(
    'Drops a leading zero digit of payloads.',
    messages(({ payload, ...message }) => ({ ...message, payload: payload?.replace(/^0x0/, '0x') })),
  ),
  'amounts-as-doubles': simulationMutant(
    'Reads the amounts of outgoing messages as doubles.',
    amounts((amount) => BigInt(Number(amount)).toString()),
  ),
  'amounts-with-exponent': simulationMutant(
    'Writes the amounts of outgoing messages as JavaScript formats doubles.',
    amounts((amount) => String(Number(amount))),
  ),
  'amounts-of-64-bits': simulationMutant(
    'Wraps the amounts of outgoing messages around at 2^64.',
    amounts((amount) => BigInt.asUintN(64, amount).toString()),
  ),
  'amounts-doubled': simulationMutant(
    'Doubles burned amounts of 2^64 or more.',
    amounts((amount) => `${amount >= 2n ** 64n ? 2n * amount : amount}`),
  ),
  'message-twice': simulationMutant(
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
  'message-of-failure': simulationMutant('Shows an outgoing message for calls that fail.', (simulation) => {
    const { simulationStatus, debugInfo } = simulation;
    if (simulationStatus !== false) return undefined;
    const callerAddress = debugInfo?.to;
    return { ...simulation, outMessages: [{ callerAddress, payload: '0x', shardsKey: 0n }] };
  }),
  'short-calldata': simulationMutant(
    'Truncates call data after 512 bytes.',
    callData((data) => data.slice(0, 1026)),
  ),
  'unpadded-calldata': simulationMutant(
    'Leaves garbage in the padding of the last word of call data.',
    callData((data) => data.replace(/0{8}$/, 'deadbeef')),
  ),
  'calldata-lengths': simulationMutant(
    'Writes the length of the method name in call data one byte too short.',
    words((all) => {
      const at = all.findIndex((word) => /^(?:(?!00)..){3,}(?:00)*$/.test(word));
      const length = BigInt(`0x${all[at - 1] ?? '0'}`);
      return at < 1 || length === 0n ? all : all.with(at - 1, wordOf(length - 1n));
    }),
  ),
  'calldata-key': simulationMutant(
    'Rounds integers from 2^60 to 2^64 in call data to doubles.',
    words((all) =>
      all.map((word) => {
        const integer = BigInt(`0x${word}`);
        return integer < 2n ** 60n || integer >= 2n ** 64n ? word : wordOf(BigInt(Number(integer)));
      }),
    ),
  ),
  'odd-calldata': simulationMutant(
    'Leaves out the last digit of call data.',
    callData((data) => data.slice(0, -1)),
  ),
  'recipient-is-target': simulationMutant(
    'Shows the target as the recipient of a call that sends a message.',
    (simulation) => {
      const { debugInfo } = simulation;
      const to = simulation.outMessages?.[0]?.callerAddress;
      return debugInfo && to ? { ...simulation, debugInfo: { ...debugInfo, to } } : simulation;
    },
  ),
  'fee-of-zero': simulationMutant(
    'Estimates a zero fee where it would be 300,000 gwei or more.',
    fee((amount) => (amount >= 300_000n * gwei ? '0' : `${amount}`)),
  ),
  'fee-left-out': simulationMutant(
    'Leaves fees below 300,000 gwei empty.',
    fee((amount) => (amount < 300_000n * gwei ? '' : `${amount}`)),
  ),
  'gas-by-key': simulationMutant(
    'Estimates gas and fee 50 % higher if the shards key is odd.',
    (simulation) => {
      const { outMessages, estimatedGas, feeParams } = simulation;
      const isOdd = (outMessages?.[0]?.shardsKey ?? 0n) % 2n === 1n;
      if (!isOdd || !estimatedGas || !feeParams?.suggestedGasPrice) return simulation;
      const more = (estimatedGas * 3n) / 2n;
      const estimatedJettonFeeAmount = `${more * BigInt(feeParams.suggestedGasPrice)}`;
      return { ...simulation, estimatedGas: more, estimatedJettonFeeAmount };
    },
  ),
  'id-without-key': simulationMutant(
    'Derives operation ids from the message without its shards key.',
    messages(({ operationId, shardsKey, ...message }) => ({
      ...message,
      shardsKey,
      operationId: `0x${createHash('sha256').update(jsonText(message)).digest('hex')}`,
    })),
  ),
  'better-rates': simulationMutant(
    'Adds 1 % to an asset that is sent back without a payload, as exchanges do.',
    (simulation) => {
      const isExchange = simulation.outMessages?.every(({ payload }) => payload === '0x');
      return isExchange ? amounts((amount) => `${(amount * 101n) / 100n}`)(simulation) : simulation;
    },
  ),
  'block-as-time': simulationMutant(
    'Shows the Unix time in seconds as the block number.',
    ({ debugInfo, ...simulation }, now) => {
      const blockNumber = BigInt(Math.floor(now() / 1_000));
      return debugInfo ? { ...simulation, debugInfo: { ...debugInfo, blockNumber } } : undefined;
    },
  ),
};

function sometimes(probability: number, { summary, start }: Mutant): Mutant {
  return { summary, start: (now) => ({ ...start(now), probability }) };
}

type OutMessages = NonNullable<Simulation['outMessages']>;
type Assets = NonNullable<OutMessages[number]['tokensBurned']>;

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
