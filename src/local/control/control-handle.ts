import { z } from 'zod';
import type { Extension } from '../../contract/extension.js';
import type { SimulationRequest } from '../../contract/simulation-request.js';
import { type Deployment, deploymentOptions } from '../../deployment/deployment.js';
import { isControlUrl } from '../../deployment/environment.js';
import { refreshLocal, registerLocal } from '../../deployment/local-state.js';
import { InconclusiveError, LocalDeploymentError, UsageError } from '../../errors.js';
import { jsonText } from '../../internal/json.js';
import { assertNoIssues, type OptionIssue, parseOptions } from '../../internal/options.js';
import { formatText } from '../../internal/print.js';
import { request } from '../../internal/undici.js';
import type { FaultRule } from '../faults/fault-rule.js';
import { localProfile } from '../model/local-conventions.js';
import type { LocalDescription } from '../model/local-description.js';
import { Rejection } from '../model/rejection.js';
import {
  type ControlRoutes,
  controlRoutes,
  descriptionRoute,
  type LocalControl,
  type LocalFault,
} from './control-routes.js';
import {
  type ControlledDeployment,
  type ControlRoute,
  type GivenInput,
  inputIssues,
  maxRejectionText,
  maxSnapshots,
  runRoute,
  startIdHeader,
} from './declare-route.js';

/**
 * A running local deployment in another process. If it is restarted, each method throws an {@link InconclusiveError}: the
 * operations, snapshots, faults and requests that the handle knows were those of the earlier start.
 */
export interface ConnectedLocalDeployment<Extended extends Extension = Extension>
  extends LocalDescription,
    LocalControl {
  /** What clients, matchers and waits take. */
  readonly deployment: Deployment<SimulationRequest, Extended>;
  /** The URL at which it is controlled, and at which a browser shows it. */
  readonly controlUrl: string;
}

const connectOptions = z.strictObject({ extend: deploymentOptions.shape.extend });

/** Options of {@link connectLocalDeployment}. */
export interface ConnectOptions<Extended extends Extension = Extension> {
  /** The members beyond the interface that the deployment was started with. Default: none. */
  readonly extend?: Extended | undefined;
}

/**
 * Connects to the control listener of a running local deployment in another process.
 *
 * @throws {LocalDeploymentError} `DEPLOYMENT_STOPPED` when nothing answers at the URL, `DEPLOYMENT_ENGINE_FAILED` when
 * the deployment fails.
 * @throws {UsageError} when the URL is invalid or not a control URL, or the server rejects the request.
 * @example
 * import { connectLocalDeployment } from 'crosscheck/local';
 *
 * const local = await connectLocalDeployment('http://127.0.0.1:8082');
 * const operationId = await local.submit(request);
 */
export async function connectLocalDeployment<const Extended extends Extension = Extension>(
  controlUrl: string,
  options: ConnectOptions<Extended> = {},
): Promise<ConnectedLocalDeployment<Extended>> {
  const { extend } = parseOptions('connectLocalDeployment has invalid options', connectOptions, options);
  const description = await localDescription(controlUrl);
  return connectedDeployment(controlUrl, description, extend as Extended | undefined);
}

/**
 * Asks the control listener of a local deployment what the deployment has.
 *
 * @param variable - The environment variable that has the URL, for messages. Default: none.
 * @throws what {@link connectLocalDeployment} throws.
 */
export async function localDescription(controlUrl: string, variable?: string): Promise<LocalDescription> {
  if (!isControlUrl(controlUrl))
    throw new UsageError(
      'connectLocalDeployment takes an http or https URL, such as http://127.0.0.1:8082: the controlUrl of a local deployment',
    );
  try {
    return (await remoteCall(controlUrl)(descriptionRoute, {})) as LocalDescription;
  } catch (error) {
    const source = variable === undefined ? '' : `${variable}: `;
    if (error instanceof LocalDeploymentError) {
      const { code, summary, cause } = error;
      const otherwise = variable === undefined ? 'correct the URL' : `unset ${variable}`;
      const details = [{ advice: `start one with crosscheck serve, or ${otherwise}` }];
      throw new LocalDeploymentError(code, { summary: source + summary, details, cause });
    }
    if (variable === undefined || !(error instanceof UsageError)) throw error;
    const [summary] = error.message.split('\n', 1);
    throw new UsageError(`${source}${summary}`, [
      { advice: `set ${variable} to the URL that crosscheck serve prints as control, or unset it` },
    ]);
  }
}

/** Connects to a local deployment whose description is known, without asking for it. */
export function connectedDeployment<Extended extends Extension>(
  controlUrl: string,
  description: LocalDescription,
  extend: Extended | undefined,
): ConnectedLocalDeployment<Extended> {
  const deployment = localProfile({ ...description, extend }) as Deployment<SimulationRequest, Extended>;
  const control = createControlHandle(remoteCall(controlUrl, description.startId), deployment);
  const { origin } = new URL(controlUrl);
  registerLocal(deployment, control, { controlUrl: origin });
  return { ...description, ...control, deployment, controlUrl: origin };
}

/**
 * Runs a route with a valid input, in this process or at a control URL. Both throw the same errors for the same misuse, except
 * that only what is sent has limits of size and depth.
 */
export type ControlCall = (route: ControlRoute, input: GivenInput) => Promise<unknown>;

/** The methods that the routes declare. */
type RouteMethods = {
  readonly [Name in keyof ControlRoutes as MethodOf<Name> extends undefined ? never : Name]: MethodOf<Name>;
};

type MethodOf<Name extends keyof ControlRoutes> = ReturnType<NonNullable<ControlRoutes[Name]['handle']>>;

/** Creates the handle of a deployment: the methods of its routes, and what is built on them. */
export function createControlHandle(call: ControlCall, deployment: Deployment): LocalControl {
  const { clearFault, ...methods } = routeMethods(call, deployment);
  const fixtures = new Map<unknown, { readonly snapshot: string; readonly value: unknown }>();
  const clearable = (faultId: string): LocalFault => {
    const clear = async (): Promise<void> => {
      try {
        await clearFault(faultId);
      } catch (error) {
        // It is cleared already.
        if (!(error instanceof NotFoundError)) throw error;
      }
    };
    return { faultId, clear, [Symbol.asyncDispose]: clear };
  };
  const setFault = async (rule: FaultRule): Promise<LocalFault> => clearable(await methods.setFault(rule));

  return {
    ...methods,
    setFault,
    intercept: async (interceptor) => clearable(await methods.intercept(interceptor)),
    async withFault(rule, run) {
      if (typeof run !== 'function')
        throw new UsageError('withFault takes a rule, and a function that runs while the fault is set');
      const fault = await setFault(rule);
      try {
        return await run();
      } finally {
        await fault.clear();
      }
    },
    clearFaults: (faultId) => (faultId === undefined ? methods.clearFaults() : clearFault(faultId)),
    async loadFixture<Result>(fixture: () => Promise<Result> | Result): Promise<Result> {
      // A function that is written in the call is another one each time.
      if (typeof fixture !== 'function' || fixture.name === '')
        throw new UsageError('loadFixture takes a named function, which is the same for each test');
      const loaded = fixtures.get(fixture);
      if (loaded !== undefined) {
        await methods.restore(loaded.snapshot).catch((error: unknown) => {
          throw error instanceof NotFoundError ? droppedFixture(fixture.name) : error;
        });
        return loaded.value as Result;
      }
      const value = await fixture();
      fixtures.set(fixture, { snapshot: await methods.snapshot(), value });
      return value;
    },
  };
}

/** The fixture is not run again, because it would start from the state that the tests have left. */
function droppedFixture(name: string): UsageError {
  return new UsageError(
    `loadFixture cannot restore the state after ${formatText(name)}: its snapshot is no longer kept, only the newest ${maxSnapshots} are`,
    [{ advice: `take fewer than ${maxSnapshots} snapshots after a fixture; restoring one takes none` }],
  );
}

function routeMethods(call: ControlCall, deployment: Deployment): RouteMethods {
  const routes = Object.entries<ControlRoute>(controlRoutes(deployment));
  const methods = routes.flatMap(([name, route]) => {
    if (route.handle === undefined) return [];
    const checkedCall = async (input: GivenInput = {}): Promise<unknown> => {
      assertNoIssues(`${route.methodName ?? name} has invalid arguments`, [
        ...inputIssues(route, input, 'the argument'),
        ...jsonIssues(input.body, 'the argument'),
      ]);
      const answer = await call(route, input);
      if (route.changesFaults) await refreshLocal(deployment);
      return answer;
    };
    return [[name, route.handle(checkedCall as never)]];
  });
  return Object.fromEntries(methods);
}

/** A handle in this process takes only what can be sent, except functions, of which an interceptor may consist. */
function jsonIssues(body: unknown, path: string): OptionIssue[] {
  if (body === undefined || typeof body === 'function') return [];
  try {
    jsonText(body);
    return [];
  } catch {
    return [{ path, message: 'must be JSON, without cycles or deep nesting' }];
  }
}

/** A 404 of the control API. Users see an ordinary UsageError. */
class NotFoundError extends UsageError {}

function rejected(status: number, message: string): UsageError {
  return status === 404 ? new NotFoundError(message) : new UsageError(message);
}

/** Runs routes in this process. */
export function localCall(
  local: ControlledDeployment,
  { dialect }: Pick<Deployment, 'dialect'>,
): ControlCall {
  return async (route, input) => {
    try {
      return await runRoute(route, local, input, dialect);
    } catch (error) {
      throw error instanceof Rejection ? rejected(error.status, error.message) : error;
    }
  };
}

/** The time limit of reads. Changes wait for their turn, and an advance for everything that it executes. */
const readTimeoutMs = 60_000;

/** The time limit of the first request, which the deployment answers from memory, so that connecting fails fast. */
const connectTimeoutMs = 5_000;

/**
 * Runs routes at a control URL.
 *
 * @param startId - The start of the deployment that must answer. Default: any.
 * @throws {InconclusiveError} if another start answers.
 */
export function remoteCall(controlUrl: string, startId?: string): ControlCall {
  return async (route, input) => {
    assertIsData(input.body);
    const timeoutMs = route.path === descriptionRoute.path ? connectTimeoutMs : readTimeoutMs;
    const url = urlOf(controlUrl, route, input);
    const headers = startId === undefined ? {} : { [startIdHeader]: startId };
    const { status, content } = await answerOf(url, route.method, headers, input.body, timeoutMs);
    const error = content?.error === undefined ? undefined : formatText(content.error, maxRejectionText);
    if (content === undefined || (route.path === descriptionRoute.path && isOfOther(status, content))) {
      const answer = error === undefined ? `it answered ${status}` : `${status}: ${error}`;
      const { origin } = new URL(controlUrl);
      throw new UsageError(`${origin} is not the control URL of a local deployment (${answer})`, [
        {
          advice:
            'pass the controlUrl of startLocalDeployment, or the URL that crosscheck serve prints as control',
        },
      ]);
    }
    if (status < 300) return content;
    if (status === 412)
      throw new InconclusiveError({
        summary: `Another local deployment answers at ${url.origin}: it was restarted after this handle connected to it`,
        details: [
          { advice: 'connect again: this deployment has other operations, snapshots, faults and requests' },
        ],
      });
    const summary = error ?? `The local deployment answered ${status}`;
    if (status < 500) throw rejected(status, summary);
    const code = status === 503 ? 'DEPLOYMENT_STOPPED' : 'DEPLOYMENT_ENGINE_FAILED';
    throw new LocalDeploymentError(code, { summary });
  };
}

/** @throws {UsageError} for an interceptor that is a function or has one: only data can be sent. */
function assertIsData(body: unknown): void {
  const parts = [body, ...Object.values(body ?? {})];
  if (parts.every((part) => typeof part !== 'function')) return;
  throw new UsageError('A function can intercept only in the process of the local deployment', [
    {
      advice:
        'pass what changes as data, or start the deployment here, with startLocalDeployment or localDeployment({ isolated: true })',
    },
  ]);
}

/** Returns whether another server than a control listener gave this answer to the request for the description. */
function isOfOther(status: number, content: object): boolean {
  return status === 404 || (status < 300 && !('simulatorUrl' in content));
}

function urlOf(controlUrl: string, { path }: ControlRoute, input: GivenInput): URL {
  const values = (input.path ?? {}) as Readonly<Record<string, unknown>>;
  const url = new URL(
    path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name]))),
    controlUrl,
  );
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

interface ControlAnswer {
  readonly status: number;
  /** Undefined if it is not a JSON object. */
  readonly content: { readonly error?: string } | undefined;
}

async function answerOf(
  url: URL,
  method: ControlRoute['method'],
  headers: Readonly<Record<string, string>>,
  body: unknown,
  timeoutMs: number,
): Promise<ControlAnswer> {
  const content = body === undefined ? undefined : jsonText(body);
  try {
    const response = await request(url, {
      method,
      ...(method === 'GET' && { signal: AbortSignal.timeout(timeoutMs) }),
      headers: content === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      body: content ?? null,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    return { status: response.statusCode, content: objectIn(await response.body.text()) };
  } catch (cause) {
    const isLate = (cause as Error).name === 'TimeoutError';
    const summary = isLate
      ? `The local deployment at ${url.origin} did not answer within ${timeoutMs / 1000} s`
      : `No local deployment answers at ${url.origin}`;
    throw new LocalDeploymentError('DEPLOYMENT_STOPPED', { summary, cause });
  }
}

function objectIn(text: string): ControlAnswer['content'] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
