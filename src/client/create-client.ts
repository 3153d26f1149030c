import { neutralRequest } from '../contract/dialect.js';
import type {
  ExtendedInclusion,
  ExtendedRequest,
  ExtendedSimulation,
  Extension,
} from '../contract/extension.js';
import type { LooseSimulationRequest, SimulationRequest } from '../contract/simulation-request.js';
import { deploymentInUse } from '../deployment/current-deployment.js';
import { type Deployment, isDeployment } from '../deployment/deployment.js';
import { builtInsOf } from '../endpoint/built-in.js';
import {
  type Endpoint,
  type EndpointInput,
  type EndpointOutput,
  type EndpointRequest,
  isCustomEndpoint,
} from '../endpoint/endpoint.js';
import { UsageError } from '../errors.js';
import { isObject } from '../internal/objects.js';
import { parseOptions } from '../internal/options.js';
import { followed } from '../running-test/test-context.js';
import { withinTest } from '../running-test/within-test.js';
import { type CallOptions, callEndpoint, callOptions } from './call-endpoint.js';
import {
  assertSameOperation,
  EndpointResult,
  InclusionRecord,
  markAsResponse,
  SimulationResult,
} from './results.js';

/**
 * Calls the endpoints of one deployment. `Request` is the type of its simulation requests, which `defineDeployment` infers
 * from the conventions. Annotate a client as `Client<LooseSimulationRequest>` to send requests that lack required fields.
 */
export interface Client<
  Request extends LooseSimulationRequest = SimulationRequest,
  Extended extends Extension = Extension,
> {
  readonly deployment: Deployment;
  /**
   * Simulates a cross-chain call (section 4.1). A failed simulation resolves too, with `response.simulationStatus` false
   * (section 7).
   *
   * @throws {SchemaMismatchError} when the request is not valid for the deployment (nothing is sent), or the answer
   * does not match the interface.
   * @throws {HttpError} when there is no answer of status 200 with JSON in it.
   */
  simulate(
    request: ExtendedRequest<Request, Extended>,
    options?: CallOptions,
  ): Promise<SimulationResult<Extended>>;
  /**
   * Queries the observer for an operation once (section 4.2). Does not wait: see `waitForInclusion`.
   *
   * @throws {HttpStatusError} with status 404 when the observer does not know the operation.
   * @throws {HttpError | SchemaMismatchError} as {@link Client.simulate} does.
   */
  inclusion(operationId: string, options?: CallOptions): Promise<InclusionRecord<Extended>>;
  /**
   * Calls a custom endpoint (section 4.3). A call of an endpoint that is not read-only is not retried unless `retries`
   * is set, because the service may have done its work although the answer was lost.
   *
   * @param args - `{ params, query, body }`, each where the endpoint has one, and options as of {@link Client.simulate}.
   * @throws {SchemaMismatchError} when the request does not fit the endpoint's schemas (nothing is sent), or the answer
   * does not.
   * @throws {HttpError} as {@link Client.simulate} does.
   */
  call<E extends Endpoint>(
    endpoint: E,
    ...args: CallArguments<EndpointInput<E>>
  ): Promise<EndpointResult<EndpointOutput<E>>>;
}

/** A client of any deployment, whatever its requests must have. */
export type AnyClient<Extended extends Extension = Extension> = Client<never, Extended>;

/** What `client.call` takes after the endpoint: the request, optional if it has no required members, and options. */
export type CallArguments<Input> =
  Record<never, never> extends Input
    ? [request?: Input, options?: CallOptions]
    : [request: Input, options?: CallOptions];

/**
 * Creates a client for a deployment. It connects with its first call and needs no closing.
 *
 * @throws {UsageError} when its argument is not a deployment of `defineDeployment`.
 * @example
 * import { createClient, defineDeployment } from 'crosscheck';
 *
 * const client = createClient(
 *   defineDeployment({ simulatorUrl: 'http://localhost:8080', observerUrl: 'http://localhost:8081' }),
 * );
 * const { response } = await client.simulate({
 *   shardsKey: '1763712000042',
 *   alphaCallParams: { target: '0x52908400098527886e0f7030069857d2e4169ee7' },
 *   betaAssets: [{ amount: '1000000000' }],
 *   betaCaller: 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N',
 * });
 */
export function createClient<
  Request extends LooseSimulationRequest = SimulationRequest,
  Extended extends Extension = Extension,
>(target: Deployment<Request, Extended>): Client<Request, Extended> {
  if (!isDeployment(target))
    throw new UsageError('createClient takes a deployment created by defineDeployment');
  const deployment = deploymentInUse(target as Deployment);
  const { chains, conventions, dialect } = deployment;
  const builtIns = builtInsOf(deployment);
  const client: Client<Request, Extended> = {
    deployment,
    simulate(given, options = noOptions) {
      return inTest('simulate', client.simulate, options, async (within) => {
        // A value that is no object is left to be rejected.
        const request = (
          isObject(given) ? neutralRequest(given as Readonly<Record<string, unknown>>, chains) : given
        ) as LooseSimulationRequest;
        const body = isObject(given) ? dialect.toWireRequest(request) : request;
        const answer = await callEndpoint(deployment, builtIns.simulate, { body }, within);
        const response = markAsResponse(
          dialect.fromWireSimulation(answer.output.response),
        ) as ExtendedSimulation<Extended>;
        return new SimulationResult<Extended>(request, response, answer.body, answer.exchange, deployment);
      });
    },
    inclusion(operationId, options = noOptions) {
      return inTest('inclusion', client.inclusion, options, async (within) => {
        if (typeof operationId !== 'string' || operationId === '') {
          throw new UsageError('inclusion takes an operation id, a non-empty string');
        }
        const query = { [conventions.operationIdParameter]: operationId };
        const answer = await callEndpoint(deployment, builtIns.inclusion, { query }, within);
        assertSameOperation(operationId, answer);
        const response = markAsResponse(
          dialect.fromWireInclusion(answer.output.response),
        ) as ExtendedInclusion<Extended>;
        return new InclusionRecord<Extended>(operationId, response, answer.body, answer.exchange, deployment);
      });
    },
    call<E extends Endpoint>(endpoint: E, request: EndpointRequest = {}, options: CallOptions = noOptions) {
      return inTest('call', client.call, options, async (within) => {
        if (!isCustomEndpoint(endpoint))
          throw new UsageError('call takes an endpoint created by defineEndpoint, then its request');
        const { output, body, exchange } = await callEndpoint(deployment, endpoint, request, within);
        const response = markAsResponse(output) as EndpointOutput<E>;
        return new EndpointResult(response, endpoint.response, body, exchange);
      });
    },
  };
  return client;
}

const noOptions: CallOptions = {};

/** Makes a call that the running test, if any, must await and that ends before the test times out. */
function inTest<T>(
  method: string,
  entry: (...args: never[]) => unknown,
  options: CallOptions,
  call: (options: CallOptions) => Promise<T>,
): Promise<T> {
  return followed({ text: `client.${method}(...)`, entry, mayFail: true }, async (test) => {
    if (options !== noOptions) parseOptions('The call has invalid options', callOptions, options);
    if (test === undefined) return await call(options);
    const awaited = { call: `client.${method}()`, what: 'the answer', signal: options.signal, test };
    return await withinTest(awaited, (signal) => call({ ...options, signal }));
  });
}
