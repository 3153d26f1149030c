import { UsageError } from '../errors/usage-error.js';
import { defineDeployment } from './define-deployment.js';
import type { Deployment, DeploymentOptions } from './deployment.js';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Defines a deployment from environment variables; gives undefined when neither URL is set. One URL serves both
 * operations where only one is given.
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
 * | `CROSSCHECK_REQUIRED_REQUEST_FIELDS`, `CROSSCHECK_REQUEST_FORMATS` | `conventions.requiredRequestFields` (comma-separated), `conventions.requestFormats` |
 * | `CROSSCHECK_STAGES`, `CROSSCHECK_INCLUDED_STAGE` | `conventions.stages` (comma-separated), `conventions.includedStage` |
 * | `CROSSCHECK_BLOCKCHAIN_TYPES` | `conventions.blockchainTypes` (comma-separated) |
 * | `CROSSCHECK_TIMESTAMP_UNIT` | `conventions.timestampUnit` |
 * | `CROSSCHECK_NOT_FOUND_MEANS` | `conventions.notFoundMeans` |
 * | `CROSSCHECK_ACCEPT_SNAKE_CASE` | `conventions.acceptSnakeCase`: `true` or `false` |
 *
 * @throws {UsageError} when a variable is unknown, cannot be read or gives a bad option; its value is not printed.
 */
export function deploymentFromEnv(env: Variables = process.env): Deployment | undefined {
  const unread = new Set(Object.keys(env).filter((name) => name.startsWith('CROSSCHECK_') && env[name]));
  const options = optionsFrom((name) => {
    unread.delete(`CROSSCHECK_${name}`);
    return env[`CROSSCHECK_${name}`] || undefined;
  });
  if (options === undefined) return undefined;
  if (unread.size > 0) throw new UsageError(`Not a variable of crosscheck: ${[...unread].join(', ')}`);
  return defineDeployment(options);
}

function optionsFrom(read: (name: string) => string | undefined): DeploymentOptions | undefined {
  const simulatorUrl = read('SIMULATOR_URL') ?? read('OBSERVER_URL');
  if (simulatorUrl === undefined) return undefined;
  const authorization = read('AUTHORIZATION');
  return {
    name: read('NAME'),
    simulatorUrl,
    observerUrl: read('OBSERVER_URL') ?? simulatorUrl,
    chains: chainsFrom(read('CHAINS')),
    headers: {
      ...jsonObject('CROSSCHECK_HEADERS', read('HEADERS')),
      ...(authorization && { authorization }),
    },
    timeoutMs: numberFrom(read('TIMEOUT_MS')),
    deadlineMs: numberFrom(read('DEADLINE_MS')),
    retries: numberFrom(read('RETRIES')),
    maxResponseBytes: numberFrom(read('MAX_RESPONSE_BYTES')),
    conventions: {
      requiredRequestFields: listFrom(read('REQUIRED_REQUEST_FIELDS')),
      requestFormats: read('REQUEST_FORMATS'),
      operationIdParameter: read('OPERATION_ID_PARAMETER'),
      stages: listFrom(read('STAGES')),
      includedStage: read('INCLUDED_STAGE'),
      blockchainTypes: listFrom(read('BLOCKCHAIN_TYPES')),
      timestampUnit: read('TIMESTAMP_UNIT'),
      notFoundMeans: read('NOT_FOUND_MEANS'),
      acceptSnakeCase: booleanFrom(read('ACCEPT_SNAKE_CASE')),
    } as DeploymentOptions['conventions'],
  };
}

function listFrom(text: string | undefined): string[] | undefined {
  return text?.split(',').map((item) => item.trim());
}

function numberFrom(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** What is neither `true` nor `false` is left as it is, for the option's rule to refuse. */
function booleanFrom(text: string | undefined): unknown {
  return text === 'true' ? true : text === 'false' ? false : text;
}

function chainsFrom(text: string | undefined): DeploymentOptions['chains'] {
  if (text === undefined) return undefined;
  const [alpha, beta, ...more] = text.split(',').map((name) => name.trim());
  if (alpha === undefined || beta === undefined || more.length > 0) {
    throw new UsageError('CROSSCHECK_CHAINS must be two names, such as evm,tvm');
  }
  return { alpha, beta };
}

function jsonObject(name: string, text: string | undefined): Record<string, string> {
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, string>;
  } catch {
    // Said below; the parser's own message would print a part of the credentials.
  }
  throw new UsageError(`${name} must be a JSON object of header names and values`);
}
