import type { SimulationRequest } from '../contract/request-schema.js';
import type { Deployment } from '../deployment/deployment.js';
import { refuseFaults } from '../errors/refuse-faults.js';
import { UsageError } from '../errors/usage-error.js';
import { optionFaults } from '../internal/options.js';
import { type CallOptions, callRules } from './call-options.js';
import type { InclusionRecord } from './inclusion-record.js';
import type { Service } from './service.js';
import type { SimulationResult } from './simulation-result.js';

/** Calls the two operations of one deployment. */
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
}

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
export function createClient(deployment: Deployment): Client {
  if (typeof deployment?.dialect?.toWireRequest !== 'function') {
    throw new UsageError('createClient takes a deployment that defineDeployment gave');
  }
  // undici and zod take long to load; a test file that calls nothing does not pay for them.
  let service: Service | undefined;
  const load = async (): Promise<Service> => {
    const { Service } = await import('./service.js');
    service ??= new Service(deployment);
    return service;
  };
  return {
    deployment,
    async simulate(request, options = {}) {
      refuseFaults('The call has bad options', optionFaults(options, callRules));
      return await (service ?? (await load())).simulate(request, options);
    },
    async inclusion(operationId, options = {}) {
      refuseFaults('The call has bad options', optionFaults(options, callRules));
      if (typeof operationId !== 'string' || operationId === '') {
        throw new UsageError('inclusion takes an operation id, a text that is not empty');
      }
      return await (service ?? (await load())).inclusion(operationId, options);
    },
  };
}
