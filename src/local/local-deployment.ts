import type { ChainNames } from '../contract/chains.js';
import type { SimulationRequest } from '../contract/request-schema.js';
import type { Deployment } from '../deployment/deployment.js';
import type { Clock } from '../internal/clock.js';
import type { LocalDescription } from './control/local-description.js';

/** How to start a local deployment. Everything that the interface calls "not shown" is as in practice. */
export interface LocalDeploymentOptions {
  /** The names that it writes for the two chains. Default: the neutral ones, `alpha` and `beta`. */
  readonly chains?: Partial<ChainNames> | undefined;
  /** The address to listen on. Default: `127.0.0.1`, which nobody else can reach. */
  readonly host?: string | undefined;
  /** Default: 0, a free one. */
  readonly simulatorPort?: number | undefined;
  /** Default: 0, a free one. */
  readonly observerPort?: number | undefined;
  /** Port of the control listener, which tests in another process use. Default: 0, a free one. */
  readonly controlPort?: number | undefined;
  /** Where its time comes from; `manual` moves it only by `advance`. Default: the real clock. */
  readonly clock?: Clock | 'manual' | undefined;
  /** Length of an epoch. Default: 200, the quick profile of practice. */
  readonly epochMs?: number | undefined;
  /** From an epoch's end until a quorum of validators has set its root. Default: 50. */
  readonly consensusMs?: number | undefined;
  /** From the root until the epoch's messages are executed. Default: 50. */
  readonly executionMs?: number | undefined;
  /** Largest request body. Default: 1 MiB (section 8: not shown). */
  readonly maxBodyBytes?: number | undefined;
  /** How deep the JSON of a request may be nested. Default: 32 (section 8: not shown). */
  readonly maxJsonDepth?: number | undefined;
  /** How long a request may take until its last byte is there. Default: 10,000 (section 8: not shown). */
  readonly requestTimeoutMs?: number | undefined;
  /** How long a connection may stay open without a request. Default: 5,000. */
  readonly keepAliveTimeoutMs?: number | undefined;
  /** Path of an anvil binary. Default: that of the optional dependency `@foundry-rs/anvil`. */
  readonly anvilBinary?: string | undefined;
  /** The EVM's chain id. Default: 31337. */
  readonly chainId?: number | undefined;
  /** Is told of every fault that was answered with a bare 500. Default: nobody is. */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

/** A running local deployment: the service on two loopback listeners, with a real EVM as its destination chain. */
export interface LocalDeployment extends LocalDescription, AsyncDisposable {
  /** What clients, matchers and waits take. */
  readonly deployment: Deployment;
  /** Where another process drives it, see `connectLocalDeployment`. */
  readonly controlUrl: string;
  /**
   * Submits an operation on the source chain.
   *
   * @returns Its id: `0x` and 64 hex digits, another one for each submission.
   * @throws {UsageError} naming each bad field, when the request is not valid.
   * @throws {LocalDeploymentError} `DEPLOYMENT_STOPPED`, or `DEPLOYMENT_ENGINE_FAILED`.
   */
  submit(request: SimulationRequest): Promise<string>;
  /**
   * Moves the time of the source chain forward, and resolves when everything due by then has happened: epochs,
   * votes and executions, one after another.
   *
   * @param ms - Milliseconds, zero or more.
   * @throws {UsageError} when it is not that.
   * @throws {LocalDeploymentError} `DEPLOYMENT_STOPPED`, or `DEPLOYMENT_ENGINE_FAILED`.
   */
  advance(ms: number): Promise<void>;
  /** The time of the source chain, in milliseconds of unix time. */
  now(): number;
  /**
   * Stops the listeners with their connections, the source chain and the EVM, and waits until all have ended. May be
   * called more than once.
   *
   * @throws {AggregateError} when something could not be stopped; the rest is.
   */
  stop(): Promise<void>;
}
