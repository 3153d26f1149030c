import type { ChainNames } from '../contract/dialect.js';
import { UsageError } from '../errors.js';
import { printText } from '../internal/print.js';
import { isSecretName } from '../internal/redaction.js';
import { parseStrictJson, RepeatedMemberError } from '../internal/strict-json.js';

/** What an environment variable says. */
interface EnvironmentVariable {
  /** The option of `defineDeployment` that it gives; undefined where it is for something else. */
  readonly option?: string;
  /** Reads its text; what cannot be read is left as it is, for the rule of the option to refuse. */
  readonly read?: (text: string, name: string) => unknown;
}

/** Every variable that there is; of a deployment, a later one adds to the group that an earlier one gave. */
export const environmentVariables: Readonly<Record<string, EnvironmentVariable>> = {
  CROSSCHECK_NAME: { option: 'name' },
  CROSSCHECK_SIMULATOR_URL: { option: 'simulatorUrl' },
  CROSSCHECK_OBSERVER_URL: { option: 'observerUrl' },
  CROSSCHECK_CHAINS: { option: 'chains', read: readChains },
  CROSSCHECK_HEADERS: { option: 'headers', read: readHeaders },
  CROSSCHECK_AUTHORIZATION: { option: 'headers.authorization' },
  CROSSCHECK_TIMEOUT_MS: { option: 'timeoutMs', read: readInteger },
  CROSSCHECK_DEADLINE_MS: { option: 'deadlineMs', read: readInteger },
  CROSSCHECK_RETRIES: { option: 'retries', read: readInteger },
  CROSSCHECK_MAX_RESPONSE_BYTES: { option: 'maxResponseBytes', read: readInteger },
  CROSSCHECK_OPERATION_ID_PARAMETER: { option: 'conventions.operationIdParameter' },
  CROSSCHECK_REQUIRED_REQUEST_FIELDS: { option: 'conventions.requiredRequestFields', read: readList },
  CROSSCHECK_REQUEST_VALIDATION: { option: 'conventions.requestValidation' },
  CROSSCHECK_ADDITIONAL_REQUEST_MEMBERS: { option: 'conventions.additionalRequestMembers' },
  CROSSCHECK_DUPLICATE_REQUEST_MEMBERS: { option: 'conventions.duplicateRequestMembers' },
  CROSSCHECK_STAGES: { option: 'conventions.stages', read: readList },
  CROSSCHECK_INCLUDED_STAGE: { option: 'conventions.includedStage' },
  CROSSCHECK_BLOCKCHAIN_TYPES: { option: 'conventions.blockchainTypes', read: readList },
  CROSSCHECK_TRANSACTIONS_LISTED: { option: 'conventions.transactionsListed' },
  CROSSCHECK_TRANSACTIONS_SHARED: { option: 'conventions.transactionsShared', read: readBoolean },
  CROSSCHECK_ERROR_NAMES: { option: 'conventions.errorNames', read: readList },
  CROSSCHECK_OPERATION_ID_CASE: { option: 'conventions.operationIdCase' },
  CROSSCHECK_TIMESTAMP_UNIT: { option: 'conventions.timestampUnit' },
  CROSSCHECK_TIMESTAMP_MEANS: { option: 'conventions.timestampMeans' },
  CROSSCHECK_RECORD_MEMBERS: { option: 'conventions.recordMembers' },
  CROSSCHECK_NOT_FOUND_MEANS: { option: 'conventions.notFoundMeans' },
  CROSSCHECK_ACCEPT_SNAKE_CASE: { option: 'conventions.acceptSnakeCase', read: readBoolean },
  CROSSCHECK_RESPONSE_FORMATS: { option: 'conventions.responseFormats' },
  CROSSCHECK_CALL_DATA_ENCODING: { option: 'conventions.callDataEncoding' },
  CROSSCHECK_GAS_ESTIMATE: { option: 'conventions.gasEstimate' },
  CROSSCHECK_FEE_AMOUNT: { option: 'conventions.feeAmount' },
  CROSSCHECK_CONSERVE_ASSETS: { option: 'conventions.conserveAssets', read: readBoolean },
  CROSSCHECK_BLOCK_NUMBERS: { option: 'conventions.blockNumbers' },
  CROSSCHECK_OPERATION_IDS: { option: 'conventions.operationIds' },
  CROSSCHECK_CALL_RECIPIENT: { option: 'conventions.callRecipient' },
  CROSSCHECK_SIMULATION_MEMBERS: { option: 'conventions.simulationMembers' },
  // Which deployment of the configuration is meant, and where the configuration is.
  CROSSCHECK_DEPLOYMENT: {},
  CROSSCHECK_CONFIG: {},
  // A folder for recordings of exchanges: to write, or to answer from.
  CROSSCHECK_RECORD: {},
  CROSSCHECK_REPLAY: {},
  // The node of local deployments that are told none.
  CROSSCHECK_LOCAL_RPC_URL: {},
  // How long the end of a test file waits for what its tests have left behind.
  CROSSCHECK_LEFTOVER_TIMERS_MS: {},
  CROSSCHECK_LEFTOVER_REQUESTS_MS: {},
};

/** The variable that gave an option, or a member of it. */
export function variableOf(path: string): string {
  const given = Object.entries(environmentVariables).find(
    ([, { option }]) => option !== undefined && (path === option || path.startsWith(`${option}.`)),
  );
  return given === undefined ? path : given[0];
}

function readList(text: string): string[] {
  return text.split(',').map((item) => item.trim());
}

function readInteger(text: string): unknown {
  return /^\d+$/.test(text) ? Number(text) : text;
}

function readBoolean(text: string): unknown {
  return text === 'true' ? true : text === 'false' ? false : text;
}

function readChains(text: string, name: string): ChainNames {
  const [alpha, beta, ...more] = readList(text);
  if (alpha === undefined || beta === undefined || more.length > 0) {
    throw new UsageError(`${name} must be two names, such as evm,tvm`);
  }
  return { alpha, beta };
}

/** Nothing, or a scheme with nothing behind it. */
const noCredential = /^\s*(?:bearer|basic|token)?\s*$/i;

/** @throws {UsageError} when a credential in it is blank: to send it asks as nobody, and looks as if it asked as somebody. */
function readHeaders(text: string, name: string): object {
  const headers = readJsonObject(text, name);
  const blank = Object.entries(headers).find(
    ([header, value]) => typeof value === 'string' && noCredential.test(value) && isSecretName(header),
  );
  if (blank === undefined) return headers;
  throw new UsageError(
    `${name} has ${printText(blank[0], 80)} without a credential, as a secret that is not set leaves it`,
    [`What to do: set the secret, or leave the header out`],
  );
}

function readJsonObject(text: string, name: string): object {
  try {
    const value = parseStrictJson(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    if (error instanceof RepeatedMemberError) throw new UsageError(`${name} ${error.message}`);
    // Said below; the parser's own message would print a part of the credentials.
  }
  throw new UsageError(`${name} must be a JSON object of header names and values`);
}
