/** The names below a member of an answer: none below a single value, those of its items below a list. */
export type MemberNames = 'value' | readonly [MemberNames] | { readonly [name: string]: MemberNames };

const tokens = [{ amount: 'value', tokenAddress: 'value' }] as const;

/** The members of an outgoing message. Section 2.2, `response.outMessages[]`. Apart from the schemas, which load zod. */
export const outMessageNames = {
  callerAddress: 'value',
  operationId: 'value',
  payload: 'value',
  shardsKey: 'value',
  targetAddress: 'value',
  tokensBurned: tokens,
  tokensLocked: tokens,
} as const satisfies MemberNames;

/** The members of a simulation's `response`. Section 2.2. */
export const simulationNames = {
  debugInfo: { blockNumber: 'value', callData: 'value', from: 'value', to: 'value' },
  estimatedGas: 'value',
  estimatedJettonFeeAmount: 'value',
  feeParams: {
    currentBaseFee: 'value',
    isEip1559: 'value',
    suggestedGasPrice: 'value',
    suggestedGasTip: 'value',
  },
  message: 'value',
  outMessages: [outMessageNames],
  simulationError: 'value',
  simulationStatus: 'value',
} as const satisfies MemberNames;

/** The members of the note about an operation. Section 2.3, `response.note`. */
export const noteNames = {
  content: 'value',
  errorName: 'value',
  internalBytesError: 'value',
  internalMsg: 'value',
} as const satisfies MemberNames;

/** The members of a transaction related to an operation. Section 2.3, `response.transactions[]`. */
export const transactionNames = { blockchainType: 'value', hash: 'value' } as const satisfies MemberNames;
