import { type ChainNames, toWireEnum } from '../chains.js';
import type { Conventions } from '../conventions.js';
import { wireFields } from '../wire-fields.js';

/** What a document says of fields beside their types: a part of a JSON schema by the path of each field. */
export type FieldDetails = Readonly<Record<string, object>>;

/** The fields of a request by their paths on the wire: their meaning, and the form that a deployment takes. */
export function requestDetails(
  chains: ChainNames,
  { requestFormats }: Pick<Conventions, 'requestFormats'>,
): FieldDetails {
  const names = wireFields(chains);
  const wirePath = (path: string): string => path.replace(/^\w+/, (name) => names.get(name) ?? name);
  const form = ([meaning, practice]: readonly [string, string?]): string =>
    practice !== undefined && requestFormats === 'practice' ? `${meaning} ${practice}` : meaning;
  return Object.fromEntries(
    Object.entries(requestMeanings).map(([path, texts]) => [wirePath(path), { description: form(texts) }]),
  );
}

/** The fields of a simulation's answer by their paths. */
export const simulationDetails: FieldDetails = describedFields({
  response: 'What the simulation says (section 2.2). Each member may be absent (practice).',
  'response.debugInfo': 'Debug data.',
  'response.debugInfo.blockNumber': 'Block number; may pass 2^53 (practice).',
  'response.debugInfo.callData': 'Call data.',
  'response.debugInfo.from': 'Sender address.',
  'response.debugInfo.to': 'Recipient address.',
  'response.estimatedGas': 'Estimated gas; may pass 2^53 (practice).',
  'response.estimatedJettonFeeAmount': 'Estimated fee amount in the fee asset; base units in practice.',
  'response.feeParams': 'Fee parameters.',
  'response.feeParams.currentBaseFee': 'Current base fee.',
  'response.feeParams.isEip1559': 'Whether the fee model is of the EIP-1559 kind.',
  'response.feeParams.suggestedGasPrice': 'Suggested gas price.',
  'response.feeParams.suggestedGasTip': 'Suggested gas tip.',
  'response.message': 'Message text.',
  'response.outMessages':
    'Outgoing messages produced by the simulated call; null in practice when it only bridges.',
  'response.outMessages[].callerAddress': 'Caller address.',
  'response.outMessages[].operationId': 'Operation id.',
  'response.outMessages[].payload': 'Payload.',
  'response.outMessages[].shardsKey':
    'Shards key, an integer here and a string in the request; may pass 2^53 (practice).',
  'response.outMessages[].targetAddress': 'Target address.',
  'response.outMessages[].tokensBurned': 'Tokens burned.',
  'response.outMessages[].tokensLocked': 'Tokens locked.',
  'response.simulationError': 'Error text of the simulation.',
  'response.simulationStatus': 'Simulation verdict; false comes with status 200 (section 7).',
});

/** The fields of the observer's answer by their paths, with the stages and the chain types of a deployment. */
export function inclusionDetails(
  chains: ChainNames,
  {
    stages,
    blockchainTypes,
    timestampUnit,
  }: Pick<Conventions, 'stages' | 'blockchainTypes' | 'timestampUnit'>,
): FieldDetails {
  const wireNames = (names: readonly string[]): string[] => names.map((name) => toWireEnum(name, chains));
  const unit = timestampUnit === 's' ? 'seconds' : 'milliseconds';
  return {
    ...describedFields({
      response: 'What is known of the operation (section 2.3). Each member may be absent (practice).',
      'response.note': 'Note about the operation; null in practice where there is none.',
      'response.note.content': 'Note content.',
      'response.note.errorName': 'Name of an error.',
      'response.note.internalBytesError': 'Internal error in bytes form.',
      'response.note.internalMsg': 'Internal message.',
      'response.success': 'Success flag; in practice about the stage shown.',
      'response.timestamp': `Timestamp; its unit is not shown, here it is unix ${unit}.`,
      'response.transactions': 'Related transactions; null in practice where there are none.',
      'response.transactions[].hash': 'Transaction hash.',
    }),
    'response.stage': enumeration(
      'Stage of the operation. Of the allowed values only `start` is shown; the others, in their order, are a convention of the deployment.',
      wireNames(stages),
    ),
    'response.transactions[].blockchainType': enumeration(
      "Chain type. Of the allowed values only the destination chain's is shown; the others are a convention of the deployment.",
      wireNames(blockchainTypes),
    ),
  };
}

/** Values that are not known cannot be listed. */
function enumeration(description: string, values: readonly string[]): object {
  return values.length === 0 ? { description } : { description, enum: values };
}

function describedFields(descriptions: Readonly<Record<string, string>>): FieldDetails {
  return Object.fromEntries(
    Object.entries(descriptions).map(([path, description]) => [path, { description }]),
  );
}

/** The meaning of each field (section 2.1), and its form in practice. */
const requestMeanings: Readonly<Record<string, readonly [meaning: string, practice?: string]>> = {
  shardsKey: ['Shards key of the call.', 'Practice: a uint64 in decimal, without leading zeros.'],
  alphaCallParams: ['Call to simulate on the destination chain.'],
  'alphaCallParams.target': [
    'Target address of the call.',
    'Practice: 0x and 40 hex digits; the checksum of EIP-55 when its letters are of both cases.',
  ],
  'alphaCallParams.arguments': [
    'Encoded call arguments.',
    'Practice: hex bytes, 0x for none; others need a method name.',
  ],
  'alphaCallParams.methodName': [
    'Name of the method to call.',
    'Practice: bare, which means name(bytes,bytes), or with (bytes,bytes), or empty.',
  ],
  betaAssets: [
    'Assets sent from the source chain with the call.',
    'Practice: one entry a token, may be empty.',
  ],
  'betaAssets[].amount': [
    'Amount of the asset.',
    'Practice: base units in decimal, at most 2^256-1, without leading zeros.',
  ],
  'betaAssets[].tokenAddress': [
    'Address of the token.',
    'Practice: of the source chain; absent or empty is the native coin.',
  ],
  betaCaller: [
    'Caller address on the source chain.',
    'Practice: the friendly form of 48 characters with its checksum, or workchain:64 hex.',
  ],
  executorAddress: [
    'Executor address.',
    'Assumption: of the destination chain; absent or empty lets the deployment choose.',
  ],
  extraData: ['Additional data.', 'Practice: hex bytes, 0x for none.'],
  feeAssetAddress: [
    'Address of the asset in which the fee is paid.',
    'Practice: a token of the source chain; absent or empty is the native coin.',
  ],
};
