import { type ChainNames, toWireEnum } from '../chains.js';
import type { Conventions } from '../conventions.js';
import type { SimulationRequest } from '../request-schema.js';
import { wireFields } from '../wire-fields.js';

/** What a document says of fields beside their types: a part of a JSON schema by the path of each field. */
export type FieldDetails = Readonly<Record<string, object>>;

/**
 * What the schema of a request is for. A JSON schema cannot say everything of a request: it verifies no checksum, and
 * compares no number in a string. `generate`: every request that fits the schema is valid, but not every valid one fits;
 * `validate`: every valid request fits, but not every one that fits is valid.
 */
export type DocumentPurpose = 'generate' | 'validate';

/** What decides how the fields of a request are described. */
interface RequestDetailsOptions extends Pick<Conventions, 'requestValidation'> {
  readonly purpose: DocumentPurpose;
  /** Requests that are valid, under neutral names. */
  readonly examples: readonly SimulationRequest[];
}

/** The fields of a request by their paths on the wire: their meaning, and the form that a deployment takes. */
export function requestDetails(
  chains: ChainNames,
  { requestValidation, purpose, examples }: RequestDetailsOptions,
): FieldDetails {
  const isInPractice = requestValidation === 'strict';
  const names = wireFields(chains);
  const wirePath = (path: string): string => path.replace(/^\w+/, (name) => names.get(name) ?? name);
  const narrower = isInPractice && purpose === 'generate' ? narrowerPatterns(examples) : {};
  const details = Object.entries(requestMeanings).map(([path, [meaning, practice]]): [string, object] => {
    const pattern = narrower[path];
    const description = isInPractice && practice !== undefined ? `${meaning} ${practice}` : meaning;
    return [
      wirePath(path),
      pattern === undefined ? { description } : { description: `${description} ${isNarrower}`, pattern },
    ];
  });
  const call = wirePath('alphaCallParams');
  return Object.fromEntries(
    details.map(([path, detail]) => [
      path,
      path === call && isInPractice ? { ...detail, ...namesItsMethod } : detail,
    ]),
  );
}

/** Arguments need a method name. Assumption. */
const namesItsMethod = {
  anyOf: [
    { properties: { arguments: { const: '0x' } } },
    { properties: { methodName: { minLength: 1 } }, required: ['methodName'] },
  ],
};

const isNarrower = 'More than this pattern is valid: it leaves out what a pattern cannot verify.';

/**
 * Patterns that only valid texts match: of numbers those with fewer digits than the maximum, and that itself; of addresses
 * the forms without a checksum, and the addresses of the examples.
 */
function narrowerPatterns(examples: readonly SimulationRequest[]): Readonly<Record<string, string>> {
  const listed = (shape: string, texts: readonly (string | undefined)[]): string => {
    const known = texts.filter((text) => text && !new RegExp(`^(?:${shape})$`).test(text)) as string[];
    return [shape, ...new Set(known)].join('|');
  };
  const alpha = listed(
    '0x(?:[0-9a-f]{40}|[0-9A-F]{40})',
    examples.flatMap(({ alphaCallParams, executorAddress }) => [alphaCallParams?.target, executorAddress]),
  );
  const caller = listed(
    rawForm,
    examples.map(({ betaCaller }) => betaCaller),
  );
  const token = listed(
    rawForm,
    examples.flatMap(({ betaAssets = [], feeAssetAddress }) => [
      feeAssetAddress,
      ...betaAssets.map(({ tokenAddress }) => tokenAddress),
    ]),
  );
  return {
    shardsKey: decimals(64),
    'betaAssets[].amount': decimals(256),
    'alphaCallParams.target': `^(?:${alpha})$`,
    executorAddress: `^(?:|${alpha})$`,
    betaCaller: `^(?:${caller})$`,
    'betaAssets[].tokenAddress': `^(?:|${token})$`,
    feeAssetAddress: `^(?:|${token})$`,
  };
}

function decimals(bits: number): string {
  const max = `${2n ** BigInt(bits) - 1n}`;
  return `^(?:0|[1-9]\\d{0,${max.length - 2}}|${max})$`;
}

const rawForm = '(?:0|-1):[0-9a-fA-F]{64}';

/** What EVMs and shards count: 0 to 2^64-1. The bound is a power of two, which every reader of JSON has exactly. */
const uint64 = { minimum: 0, exclusiveMaximum: 2 ** 64 };

/** The fields of a simulation's answer by their paths. */
export function simulationDetails({
  requestValidation,
}: Pick<Conventions, 'requestValidation'>): FieldDetails {
  const amount = requestValidation === 'strict' ? { pattern: '^(?:0|[1-9]\\d{0,77})$' } : {};
  const tokens = (path: string): [string, object][] => [
    [
      `${path}[].amount`,
      { description: 'Amount of the token; base units in decimal in practice.', ...amount },
    ],
    [`${path}[].tokenAddress`, { description: 'Address of the token.' }],
  ];
  return {
    ...describedFields(simulationMeanings),
    'response.debugInfo.blockNumber': { description: 'Block number; may pass 2^53 (practice).', ...uint64 },
    'response.estimatedGas': { description: 'Estimated gas; may pass 2^53 (practice).', ...uint64 },
    'response.outMessages[].shardsKey': {
      description: 'Shards key, an integer here and a string in the request; may pass 2^53 (practice).',
      ...uint64,
    },
    ...Object.fromEntries([
      ...tokens('response.outMessages[].tokensBurned'),
      ...tokens('response.outMessages[].tokensLocked'),
    ]),
  };
}

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
      'response.transactions': 'Related transactions; null in practice where there are none.',
      'response.transactions[].hash': 'Transaction hash.',
    }),
    'response.timestamp': {
      description: `Timestamp; its unit is not shown, here it is unix ${unit}.`,
      minimum: 0,
      maximum: timestampUnit === 's' ? lastSecond : lastSecond * 1000 + 999,
    },
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

/** The end of the year 9999. Assumption. */
const lastSecond = 253_402_300_799;

/** The meaning of each member of a simulation's answer (section 2.2). */
const simulationMeanings: Readonly<Record<string, string>> = {
  response: 'What the simulation says (section 2.2). Each member may be absent (practice).',
  'response.debugInfo': 'Debug data.',
  'response.debugInfo.callData': 'Call data.',
  'response.debugInfo.from': 'Sender address.',
  'response.debugInfo.to': 'Recipient address.',
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
  'response.outMessages[].targetAddress': 'Target address.',
  'response.outMessages[].tokensBurned': 'Tokens burned.',
  'response.outMessages[].tokensLocked': 'Tokens locked.',
  'response.simulationError': 'Error text of the simulation.',
  'response.simulationStatus': 'Simulation verdict; false comes with status 200 (section 7).',
};

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
