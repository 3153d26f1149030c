import type { SimulationRequest } from '../contract/simulation-request.js';
import { deploymentInUse } from '../deployment/current-deployment.js';
import type { Deployment } from '../deployment/deployment.js';
import { isEndpoint } from '../endpoint/define-endpoint.js';
import type { Endpoint, EndpointInput, EndpointOutput, EndpointRequest } from '../endpoint/endpoint.js';
import { UsageError } from '../errors.js';
import { parseOptions } from '../internal/options.js';
import { followed, withinTest } from '../internal/test-context.js';
import { type CallOptions, callOptions } from './call-options.js';
import type { EndpointResult } from './endpoint-result.js';
import type { InclusionRecord } from './inclusion-record.js';
import type { Service } from './service.js';
import type { SimulationResult } from './simulation-result.js';

/** Calls the endpoints of one deployment. */
export interface Client {
  readonly deployment: Deployment;
  /**
   * Simulates a cross-chain call (section 4.1). Does not judge: a simulation that fails resolves too, with
   * `response.simulationStatus` false (section 7).
   *
   * @throws {SchemaMismatchError} when the request is not valid for the deployment (nothing is sent), or the answer
   * is not of the interface's shape.
   * @throws {HttpError} when there is no answer of status 200 with JSON in it.
   */
  simulate(request: SimulationRequest, options?: CallOptions): Promise<SimulationResult>;
  /**
   * Asks the observer about an operation, once (section 4.2). Does not wait: see `waitForInclusion`.
   *
   * @throws {HttpStatusError} with status 404 when the observer does not know the operation.
   * @throws {HttpError | SchemaMismatchError} as {@link Client.simulate} does.
   */
  inclusion(operationId: string, options?: CallOptions): Promise<InclusionRecord>;
  /**
   * Calls an endpoint that `defineEndpoint` defined (section 4.3). One that is not read-only is not tried again unless
   * `retries` says so: it may have done its work although the answer was lost.
   *
   * @param args - `{ query, body }`, each where the endpoint has one, and options as of {@link Client.simulate}.
   * @throws {SchemaMismatchError} when the request does not fit the endpoint's schemas (nothing is sent), or the answer
   * does not.
   * @throws {HttpError} as {@link Client.simulate} does.
   */
  call<E extends Endpoint>(
    endpoint: E,
    ...args: CallArguments<EndpointInput<E>>
  ): Promise<EndpointResult<EndpointOutput<E>>>;
}

/** A request, which may be left out where nothing has to be in it, and options. */
type CallArguments<Input> =
  Record<never, never> extends Input
    ? [request?: Input, options?: CallOptions]
    : [request: Input, options?: CallOptions];

/**
 * Creates a client for a deployment. Connects to nothing until it is called, and needs no closing.
 *
 * @throws {UsageError} when it is not given what `defineDeployment` gives.
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
export function createClient(asked: Deployment): Client {
  if (typeof asked?.dialect?.toWireRequest !== 'function') {
    throw new UsageError('createClient takes a deployment that defineDeployment gave');
  }
  const deployment = deploymentInUse(asked);
  // undici and zod take long to load; a test file that calls nothing does not pay for them.
  let service: Service | undefined;
  const load = async (): Promise<Service> => {
    const { Service } = await import('./service.js');
    service ??= new Service(deployment);
    return service;
  };
  /** Makes a call that the running test, if there is one, must await, in the time that it has left. */
  const inTest = <T>(
    method: 'simulate' | 'inclusion' | 'call',
    options: CallOptions,
    send: (service: Service, options: CallOptions) => Promise<T>,
  ): Promise<T> =>
    followed({ text: `client.${method}(...)`, entry: client[method], mayFail: true }, async (test) => {
      parseOptions('The call has bad options', callOptions, options);
      const loaded = service ?? (await load());
      if (test === undefined) return await send(loaded, options);
      const awaited = { call: `client.${method}()`, what: 'the answer', signal: options.signal, test };
      return await withinTest(awaited, (signal) => send(loaded, { ...options, signal }));
    });
  const client: Client = {
    deployment,
    simulate(request, options = {}) {
      return inTest('simulate', options, (loaded, within) => loaded.simulate(request, within));
    },
    inclusion(operationId, options = {}) {
      return inTest('inclusion', options, async (loaded, within) => {
        if (typeof operationId !== 'string' || operationId === '') {
          throw new UsageError('inclusion takes an operation id, a text that is not empty');
        }
        return await loaded.inclusion(operationId, within);
      });
    },
    call<E extends Endpoint>(endpoint: E, request: EndpointRequest = {}, options: CallOptions = {}) {
      return inTest('call', options, async (loaded, within) => {
        if (!isEndpoint(endpoint))
          throw new UsageError('call takes an endpoint that defineEndpoint gave, then its request');
        const result = await loaded.call(endpoint, request, within);
        return result as EndpointResult<EndpointOutput<E>>;
      });
    },
  };
  loads.set(client, () => (service === undefined ? load() : undefined));
  return client;
}

const loads = new WeakMap<Client, () => Promise<unknown> | undefined>();

/**
 * Loads what the calls of a client need, if that is not loaded yet. Await it before a time limit begins: loading takes
 * none of a user's time.
 */
export function loadClient(client: Client): Promise<unknown> | undefined {
  return loads.get(client)?.();
}
