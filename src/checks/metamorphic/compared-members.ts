import { rawBetaAddress } from '../../contract/addresses.js';
import type { OutMessage, Simulation } from '../../contract/responses.js';
import { amountsSent, tokenTotals } from '../token-totals.js';
import { normalizedText } from './relation-check.js';

/** A member of a simulation in which two simulations must agree. */
export interface ComparedMember {
  /** Neutral, with `[]` for any index. */
  readonly path: string;
  /** Returns its value in a canonical form. */
  readonly read: (simulation: Simulation) => string;
  /** If it differs, the others differ too, which is not a further violation. */
  readonly isDecisive?: boolean;
  /** Whether it depends on the block; it is then compared only if all answers name the same one. */
  readonly isOfBlock?: boolean;
  /** The path of an earlier member: if that differs, this one does too, which is not a further violation. */
  readonly follows?: string;
}

export const verdict: ComparedMember = {
  path: 'response.simulationStatus',
  read: ({ simulationStatus }) => String(simulationStatus),
  isDecisive: true,
};

export const errorText: ComparedMember = {
  path: 'response.simulationError',
  read: ({ simulationError = '' }) => normalizedText(simulationError),
};

export const callData: ComparedMember = {
  path: 'response.debugInfo.callData',
  read: ({ debugInfo }) => String(debugInfo?.callData).toLowerCase(),
};

export const sender: ComparedMember = {
  path: 'response.debugInfo.from',
  read: ({ debugInfo }) => normalizedText(String(debugInfo?.from)),
};

export const recipient: ComparedMember = {
  path: 'response.debugInfo.to',
  read: ({ debugInfo }) => normalizedText(String(debugInfo?.to)),
};

/** Suggested prices and the fee in the fee asset follow more than the block: what waits to be in one, and markets. */
export const gasAndFees: readonly ComparedMember[] = [
  {
    path: 'response.estimatedGas',
    read: ({ estimatedGas }) => String(estimatedGas),
    isOfBlock: true,
    follows: callData.path,
  },
  {
    path: 'response.feeParams.currentBaseFee',
    read: ({ feeParams }) => String(feeParams?.currentBaseFee),
    isOfBlock: true,
  },
  {
    path: 'response.feeParams.isEip1559',
    read: ({ feeParams }) => String(feeParams?.isEip1559),
    isOfBlock: true,
  },
];

/** What all outgoing messages take along together, whichever of them does. */
export const sentTotals: ComparedMember = {
  path: 'response.outMessages',
  read: ({ outMessages }) => totalsText(amountsSent(outMessages)),
};

/** How many outgoing messages there are: null, absent and `[]` are all none. */
export const messageCount: ComparedMember = {
  path: 'response.outMessages',
  read: ({ outMessages }) => String(outMessages?.length ?? 0),
  isDecisive: true,
};

export const payloads = messageMember('payload', ({ payload }) => payload);

/** Members of outgoing messages, but for operation ids, which may be others each time. */
export const messageMembers: readonly ComparedMember[] = [
  messageMember('callerAddress', ({ callerAddress }) => callerAddress?.toLowerCase()),
  messageMember('targetAddress', ({ targetAddress = '' }) => rawBetaAddress(targetAddress)),
  messageMember('shardsKey', ({ shardsKey }) => shardsKey),
  messageMember('tokensBurned', ({ tokensBurned }) => totalsText(tokensBurned ?? [])),
  messageMember('tokensLocked', ({ tokensLocked }) => totalsText(tokensLocked ?? [])),
];

function messageMember(name: string, read: (message: OutMessage) => unknown): ComparedMember {
  return {
    path: `response.outMessages[].${name}`,
    read: ({ outMessages }) => (outMessages ?? []).map((message) => String(read(message))).join('; '),
  };
}

/** An amount of zero is the same as none. */
function totalsText(amounts: Parameters<typeof tokenTotals>[0]): string {
  const totals = [...tokenTotals(amounts)].filter(([, amount]) => amount !== 0n);
  return totals
    .map(([token, amount]) => `${amount} of ${token || 'the native coin'}`)
    .sort()
    .join(', ');
}
