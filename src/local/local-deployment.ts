import type { LooseSimulationRequest, SimulationRequest } from '../contract/simulation-request.js';
import type { Deployment } from '../deployment/deployment.js';
import type { LocalDescription } from './control/local-description.js';
import type { LocalControl } from './local-control.js';

/**
 * A running local deployment: the service on loopback listeners, with a real EVM as its destination chain. `Request` is the
 * type of the simulation requests that clients of it take: see `defineDeployment`.
 */
export interface LocalDeployment<Request extends LooseSimulationRequest = SimulationRequest>
  extends LocalDescription,
    LocalControl,
    AsyncDisposable {
  /** What clients, matchers and waits take. */
  readonly deployment: Deployment<Request>;
  /** The URL at which another process controls it with `connectLocalDeployment`, and at which a browser shows it. */
  readonly controlUrl: string;
  /** Returns the time of the source chain, in milliseconds of unix time. */
  now(): number;
  /**
   * Stops the listeners with their connections, the source chain and the EVM, and waits until all have ended. You can
   * call it more than once.
   *
   * @throws {AggregateError} when something could not be stopped. Everything else is stopped.
   */
  stop(): Promise<void>;
}
