import type { z } from 'zod';
import { rawBetaAddress } from '../contract/addresses.js';
import type { Extension } from '../contract/extension.js';
import type { OutMessage, Simulation } from '../contract/responses.js';
import { jsonText } from '../internal/json.js';
import { amountsSent, normalizedText, textWithoutValues, totalsText } from './simulations.js';

/** A member of simulations that checks compare. */
export interface SimulationMember {
  /** Neutral, with `[]` for any index. */
  readonly path: string;
  /** Returns its value as received; of a member of messages, the values of all. */
  readonly read: (simulation: Simulation) => unknown;
  /** Returns its value in a canonical form, which is the same for all ways to write it. */
  readonly text: (simulation: Simulation) => string;
  /** Whether that form is JSON, which is shown without quotes around it. */
  readonly isJson?: boolean;
  /** Whether others differ if it does, which is not a further violation. */
  readonly isDecisive?: boolean;
  /** Whether it depends on the block; it is then compared only if all answers name the same one. */
  readonly isOfBlock?: boolean;
  /** The path of an earlier member: if that differs, this one does too, which is not a further violation. */
  readonly follows?: string;
}

/** What is special about a member. */
interface Facts<Value> extends Pick<SimulationMember, 'isJson' | 'isDecisive' | 'isOfBlock' | 'follows'> {
  /** Returns a value in a canonical form. Default: `String`. */
  readonly canonical?: (value: Value) => string;
}

function member<Value>(
  name: string,
  read: (simulation: Simulation) => Value,
  { canonical = String, ...facts }: Facts<Value> = {},
): SimulationMember {
  return { path: `response.${name}`, read, text: (simulation) => canonical(read(simulation)), ...facts };
}

function ofMessages(name: string, read: (message: OutMessage) => unknown): SimulationMember {
  return member(
    `outMessages[].${name}`,
    ({ outMessages }) => (outMessages ?? []).map((message) => String(read(message))),
    { canonical: (values) => values.join('; ') },
  );
}

const normalized = (text: string | undefined): string => normalizedText(String(text));

/** The members of simulations. Which of them a check compares is in its file. */
export const simulationMembers = {
  debugInfo: member('debugInfo', ({ debugInfo }) => debugInfo),
  callData: member('debugInfo.callData', ({ debugInfo }) => debugInfo?.callData, {
    canonical: (text) => String(text).toLowerCase(),
  }),
  from: member('debugInfo.from', ({ debugInfo }) => debugInfo?.from, { canonical: normalized }),
  to: member('debugInfo.to', ({ debugInfo }) => debugInfo?.to, { canonical: normalized }),
  block: member('debugInfo.blockNumber', ({ debugInfo }) => debugInfo?.blockNumber),
  gas: member('estimatedGas', ({ estimatedGas }) => estimatedGas, {
    isJson: true,
    isOfBlock: true,
    follows: 'response.debugInfo.callData',
  }),
  fee: member('estimatedJettonFeeAmount', ({ estimatedJettonFeeAmount }) => estimatedJettonFeeAmount),
  feeParams: member('feeParams', ({ feeParams }) => feeParams),
  baseFee: member('feeParams.currentBaseFee', ({ feeParams }) => feeParams?.currentBaseFee, {
    isOfBlock: true,
  }),
  isEip1559: member('feeParams.isEip1559', ({ feeParams }) => feeParams?.isEip1559, { isOfBlock: true }),
  gasPrice: member('feeParams.suggestedGasPrice', ({ feeParams }) => feeParams?.suggestedGasPrice),
  gasTip: member('feeParams.suggestedGasTip', ({ feeParams }) => feeParams?.suggestedGasTip),
  message: member('message', ({ message }) => message, { canonical: (text = '') => textWithoutValues(text) }),
  /** Their number: null, absent and [] are all none. */
  outMessages: member('outMessages', ({ outMessages }) => outMessages, {
    canonical: (messages) => String(messages?.length ?? 0),
    isDecisive: true,
  }),
  error: member('simulationError', ({ simulationError }) => simulationError, {
    canonical: (text = '') => normalizedText(text),
  }),
  status: member('simulationStatus', ({ simulationStatus }) => simulationStatus, {
    isDecisive: true,
  }),
  /** The totals that the messages burn and lock. */
  amountsSent: member('outMessages', ({ outMessages }) => outMessages, {
    canonical: (messages) => totalsText(amountsSent(messages)),
  }),
  messageIds: ofMessages('operationId', ({ operationId }) => operationId),
  messageCallers: ofMessages('callerAddress', ({ callerAddress }) => callerAddress?.toLowerCase()),
  messageTargets: ofMessages('targetAddress', ({ targetAddress = '' }) => rawBetaAddress(targetAddress)),
  messageShardsKeys: ofMessages('shardsKey', ({ shardsKey }) => shardsKey),
  messageBurned: ofMessages('tokensBurned', ({ tokensBurned }) => totalsText(tokensBurned ?? [])),
  messageLocked: ofMessages('tokensLocked', ({ tokensLocked }) => totalsText(tokensLocked ?? [])),
  messagePayloads: ofMessages('payload', ({ payload }) => payload),
} as const satisfies Readonly<Record<string, SimulationMember>>;

/**
 * Returns the members of simulations that an extension declares, unless their metadata says that they are volatile. They may
 * depend on the block, as those of the interface do.
 */
export function declaredMembers({ simulationResponse, outMessage }: Extension): SimulationMember[] {
  return [
    ...namesOf(simulationResponse).map((name) =>
      member(name, (simulation) => memberOf(simulation, name), {
        canonical: textOf,
        isJson: true,
        isOfBlock: true,
      }),
    ),
    ...namesOf(outMessage).map((name) => ({
      ...ofMessages(name, (message) => textOf(memberOf(message, name))),
      isJson: true,
      isOfBlock: true,
    })),
  ];
}

function namesOf(shape: z.ZodRawShape = {}): string[] {
  return Object.entries(shape).flatMap(([name, schema]) =>
    (schema as z.ZodType).meta()?.volatile ? [] : [name],
  );
}

function memberOf(value: object, name: string): unknown {
  return (value as Readonly<Record<string, unknown>>)[name];
}

function textOf(value: unknown): string {
  return value === undefined ? 'none' : jsonText(value);
}
