import { UsageError } from '../errors.js';
import { closest } from '../internal/closest.js';
import { refuseFaults } from '../internal/options.js';
import { defineDeployment } from './define-deployment.js';
import type { Deployment, DeploymentOptions } from './deployment.js';
import { deploymentFaults } from './deployment-faults.js';
import { environmentVariables, variableOf } from './environment-variables.js';

const prefix = 'CROSSCHECK_';

/** Variables of an environment by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Defines a deployment from environment variables; gives undefined when neither URL is set. One URL serves both
 * endpoints where only one is given.
 *
 * | variable | option |
 * | --- | --- |
 * | `CROSSCHECK_SIMULATOR_URL`, `CROSSCHECK_OBSERVER_URL` | `simulatorUrl`, `observerUrl` |
 * | `CROSSCHECK_NAME` | `name` |
 * | `CROSSCHECK_CHAINS` | `chains`, as `alpha,beta`: `evm,tvm` |
 * | `CROSSCHECK_AUTHORIZATION` | `headers.authorization` |
 * | `CROSSCHECK_HEADERS` | `headers`, as a JSON object |
 * | `CROSSCHECK_TIMEOUT_MS`, `CROSSCHECK_DEADLINE_MS`, `CROSSCHECK_RETRIES` | `timeoutMs`, `deadlineMs`, `retries` |
 * | `CROSSCHECK_MAX_RESPONSE_BYTES` | `maxResponseBytes` |
 * | `CROSSCHECK_OPERATION_ID_PARAMETER` | `conventions.operationIdParameter` |
 * | `CROSSCHECK_REQUIRED_REQUEST_FIELDS`, `CROSSCHECK_REQUEST_VALIDATION` | `conventions.requiredRequestFields` (comma-separated), `conventions.requestValidation` |
 * | `CROSSCHECK_ADDITIONAL_REQUEST_MEMBERS`, `CROSSCHECK_DUPLICATE_REQUEST_MEMBERS` | `conventions.additionalRequestMembers`, `conventions.duplicateRequestMembers`: `reject` or `allow` |
 * | `CROSSCHECK_STAGES`, `CROSSCHECK_INCLUDED_STAGE` | `conventions.stages` (comma-separated), `conventions.includedStage` |
 * | `CROSSCHECK_BLOCKCHAIN_TYPES` | `conventions.blockchainTypes` (comma-separated) |
 * | `CROSSCHECK_TRANSACTIONS_LISTED`, `CROSSCHECK_TRANSACTIONS_SHARED` | `conventions.transactionsListed`, `conventions.transactionsShared` |
 * | `CROSSCHECK_ERROR_NAMES` | `conventions.errorNames` (comma-separated) |
 * | `CROSSCHECK_OPERATION_ID_CASE` | `conventions.operationIdCase` |
 * | `CROSSCHECK_TIMESTAMP_UNIT`, `CROSSCHECK_TIMESTAMP_MEANS` | `conventions.timestampUnit`, `conventions.timestampMeans` |
 * | `CROSSCHECK_RECORD_MEMBERS` | `conventions.recordMembers` |
 * | `CROSSCHECK_NOT_FOUND_MEANS` | `conventions.notFoundMeans` |
 * | `CROSSCHECK_ACCEPT_SNAKE_CASE` | `conventions.acceptSnakeCase`: `true` or `false` |
 * | `CROSSCHECK_RESPONSE_FORMATS` | `conventions.responseFormats` |
 * | `CROSSCHECK_CALL_DATA_ENCODING` | `conventions.callDataEncoding` |
 * | `CROSSCHECK_GAS_ESTIMATE` | `conventions.gasEstimate` |
 * | `CROSSCHECK_FEE_AMOUNT` | `conventions.feeAmount` |
 * | `CROSSCHECK_CONSERVE_ASSETS` | `conventions.conserveAssets`: `true` or `false` |
 * | `CROSSCHECK_BLOCK_NUMBERS` | `conventions.blockNumbers` |
 * | `CROSSCHECK_OPERATION_IDS` | `conventions.operationIds` |
 * | `CROSSCHECK_CALL_RECIPIENT` | `conventions.callRecipient` |
 * | `CROSSCHECK_SIMULATION_MEMBERS` | `conventions.simulationMembers` |
 * | `CROSSCHECK_LOCAL_RPC_URL` | none: the option `rpcUrl` of local deployments |
 * | `CROSSCHECK_CONFIG`, `CROSSCHECK_DEPLOYMENT` | none: the configuration file, and which of its deployments is meant |
 * | `CROSSCHECK_RECORD`, `CROSSCHECK_REPLAY` | none: a folder for recordings of exchanges |
 * | `CROSSCHECK_LEFTOVER_TIMERS_MS`, `CROSSCHECK_LEFTOVER_REQUESTS_MS` | none: `leftoverTimersMs`, `leftoverRequestsMs` of `configure` |
 *
 * Empty variables count as unset, and so does a blank `CROSSCHECK_AUTHORIZATION`; a blank credential in
 * `CROSSCHECK_HEADERS` is refused.
 *
 * @throws {UsageError} when a variable whose name starts with `CROSSCHECK_` is unknown, URL or not, or when one cannot
 * be read or gives a bad option. Credentials and URLs are not printed.
 */
export function deploymentFromEnv(env: Environment = process.env): Deployment | undefined {
  const given = optionsFromEnv(env);
  const simulatorUrl = given.simulatorUrl ?? given.observerUrl;
  const observerUrl = given.observerUrl ?? given.simulatorUrl;
  if (simulatorUrl === undefined || observerUrl === undefined) return undefined;
  const options = { ...given, simulatorUrl, observerUrl };
  const faults = deploymentFaults(options).map(({ path, message }) => ({ path: variableOf(path), message }));
  refuseFaults('The environment does not define a deployment well', faults);
  return defineDeployment(options);
}

/**
 * The options of a deployment that environment variables give, as they are read.
 *
 * @throws {UsageError} when a variable whose name starts with `CROSSCHECK_` is unknown, or cannot be read.
 */
export function optionsFromEnv(env: Environment): Partial<DeploymentOptions> {
  refuseUnknown(env);
  const options: Record<string, unknown> = {};
  for (const [name, { option, read }] of Object.entries(environmentVariables)) {
    const text = env[name];
    // Blank credentials are none: what a secret that is not set leaves.
    if (!text || option === undefined || (option === 'headers.authorization' && text.trim() === '')) continue;
    const value = read === undefined ? text : read(text, name);
    const [group, member] = option.split('.') as [string, string?];
    refuseSecondSpelling(name, member, options[group]);
    options[group] = member === undefined ? value : { ...(options[group] as object), [member]: value };
  }
  return options;
}

/** Tells one set of this package's variables from another. */
export function variablesKey(env: Environment): string {
  return JSON.stringify(Object.entries(env).filter(([name]) => name.startsWith(prefix)));
}

/** Header names have no case: the one of CROSSCHECK_AUTHORIZATION may be among CROSSCHECK_HEADERS in any. */
function refuseSecondSpelling(variable: string, member: string | undefined, group: unknown): void {
  const other = Object.keys(group ?? {}).find((name) => name.toLowerCase() === member?.toLowerCase());
  if (other !== undefined)
    throw new UsageError(`${variable} and CROSSCHECK_HEADERS both give the header ${other}; set one of them`);
}

function refuseUnknown(env: Environment): void {
  const known = Object.keys(environmentVariables);
  // In another letter case as well: on most systems that is another variable, which nobody reads.
  const unknown = Object.keys(env).filter(
    (name) => name.toUpperCase().startsWith(prefix) && env[name] && !known.includes(name),
  );
  if (unknown.length === 0) return;
  const lines = unknown.map((name) => {
    if (known.includes(name.toUpperCase())) return `${name}; did you mean ${name.toUpperCase()}?`;
    const longer = known.find((other) => other.startsWith(`${name}_`));
    const near = closest(withoutPrefix(name), known.map(withoutPrefix));
    const meant = longer ?? (near && prefix + near);
    return meant === undefined ? name : `${name}; did you mean ${meant}?`;
  });
  throw new UsageError('The environment has variables that crosscheck does not know', lines);
}

function withoutPrefix(name: string): string {
  return name.slice(prefix.length);
}
