import type { Conventions } from '../contract/conventions.js';
import { requestFieldPaths } from '../contract/simulation-request.js';
import { longestTimerMs } from '../internal/clock.js';
import {
  concealed,
  integerFrom,
  listOf,
  nonEmptyText,
  type OptionRule,
  oneOf,
  typed,
} from '../internal/options.js';
import { printText } from '../internal/print.js';
import { redactUrl } from '../internal/redaction.js';
import type { DeploymentOptions } from './deployment.js';
import { headersFault } from './request-headers.js';

const durationMs = integerFrom(1, longestTimerMs);

/** The rule of how long the end of a test file waits for what its tests have left behind. */
export const leftoverRule = integerFrom(0, longestTimerMs);

/** The rule of each option of {@link DeploymentOptions}; groups have rules of their own below. */
export const deploymentRules: Record<keyof DeploymentOptions, OptionRule> = {
  name: nonEmptyText,
  simulatorUrl: concealed(baseUrl),
  observerUrl: concealed(baseUrl),
  chains: typed('object'),
  headers: concealed((value) => (typeof value === 'function' ? undefined : headersFault(value))),
  timeoutMs: durationMs,
  deadlineMs: durationMs,
  retries: (value) => (typeof value === 'object' && value !== null ? undefined : integerFrom(0, 100)(value)),
  maxResponseBytes: integerFrom(1),
  dispatcher: concealed((value) =>
    typeof (value as { dispatch?: unknown } | null)?.dispatch === 'function'
      ? undefined
      : 'must be an undici dispatcher',
  ),
  conventions: typed('object'),
};

export const chainRules = { alpha: chainName, beta: chainName };

export const retryRules = {
  limit: integerFrom(0, 100),
  minDelayMs: integerFrom(0, longestTimerMs),
  maxDelayMs: integerFrom(0, longestTimerMs),
};

export const conventionRules: Record<keyof Conventions, OptionRule> = {
  requiredRequestFields: listOf(oneOf(...requestFieldPaths)),
  requestValidation: oneOf('strict', 'off'),
  additionalRequestMembers: oneOf('reject', 'allow'),
  duplicateRequestMembers: oneOf('reject', 'allow'),
  operationIdParameter: nonEmptyText,
  stages: listOf(nonEmptyText),
  includedStage: nonEmptyText,
  blockchainTypes: listOf(nonEmptyText),
  transactionsListed: oneOf('so-far', 'of-stage'),
  transactionsShared: typed('boolean'),
  errorNames: listOf(nonEmptyText),
  operationIdCase: oneOf('any', 'exact', 'open'),
  timestampUnit: oneOf('s', 'ms'),
  timestampMeans: oneOf('last-change', 'unknown'),
  recordMembers: oneOf('uniform', 'any'),
  isIncluded: typed('function'),
  isRejected: typed('function'),
  endsOnAlpha: typed('function'),
  notFoundMeans: oneOf('pending', 'rejected', 'error'),
  acceptSnakeCase: typed('boolean'),
  responseFormats: oneOf('strict', 'off'),
  callDataEncoding: oneOf('abi', 'unknown'),
  gasEstimate: oneOf('transaction', 'unknown'),
  feeAmount: oneOf('gas', 'unknown'),
  conserveAssets: typed('boolean'),
  blockNumbers: oneOf('ascending', 'any'),
  operationIds: oneOf('message', 'unknown'),
  callRecipient: oneOf('uniform', 'any'),
  simulationMembers: oneOf('uniform', 'any'),
};

function chainName(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z][a-z0-9]*$/.test(value)
    ? undefined
    : 'must be a lower-case name of letters and digits';
}

/** Labels of letters, digits, dashes and underscores between dots; what else there may be in a host, the URL has encoded. */
function isHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return true;
  const name = hostname.replace(/\.$/, '');
  return name.length <= 253 && name.split('.').every((label) => /^[a-z0-9_-]{1,63}$/i.test(label));
}

function baseUrl(value: unknown): string | undefined {
  if (!(typeof value === 'string' || value instanceof URL)) return 'must be a URL';
  if (!URL.canParse(String(value))) return 'must be an absolute URL, such as https://staging.example.org/api';
  const url = new URL(value);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must be an http or https URL';
  if (url.username || url.password)
    return `must have no user or password: give them in headers; without them it is ${redactUrl(url)}`;
  if (!isHost(url.hostname))
    return `must have a host that is a name or an IP address, got ${printText(url.hostname, 80)}`;
  if (url.search || url.hash) return 'must have no query or fragment: give credentials in headers';
  return undefined;
}
