import type { ChainNames } from '../contract/dialect.js';
import type { LooseSimulationRequest, SimulationRequest } from '../contract/simulation-request.js';
import type { Deployment } from '../deployment/deployment.js';
import type { Clock } from '../internal/clock.js';
import type { LocalDescription } from './control/local-description.js';
import type { AccountToFund, ContractToDeploy, TokenToRegister } from './evm/own/own-contracts.js';
import type { FaultRule } from './faults/fault-rule.js';
import type { LocalCaller } from './local-caller.js';
import type { LocalControl } from './local-control.js';
import type { LocalConventions } from './local-conventions.js';
import type { TimingProfile } from './timing-profiles.js';

/** How to start a local deployment. Everything that the interface calls "not shown" is as in practice. */
export interface LocalDeploymentOptions {
  /** The names that it writes for the two chains. Default: the neutral ones, `alpha` and `beta`. */
  readonly chains?: Partial<ChainNames> | undefined;
  /** Where it shall not be as in practice; the other conventions are no matter of a server. */
  readonly conventions?: LocalConventions | undefined;
  /** The address to listen on. Default: `127.0.0.1`, which nobody else can reach. */
  readonly host?: string | undefined;
  /** Default: 0, a free one. */
  readonly simulatorPort?: number | undefined;
  /** Default: 0, a free one. The simulator's own port makes one listener serve both. */
  readonly observerPort?: number | undefined;
  /** Port of the control listener, which tests in another process use. Default: 0, a free one. */
  readonly controlPort?: number | undefined;
  /** Where its time comes from; `manual` moves it only by `advance`. Default: the real clock. */
  readonly clock?: Clock | 'manual' | undefined;
  /** How long things take, see `timingProfiles`. Default: `quick`. */
  readonly profile?: TimingProfile | undefined;
  /** Length of an epoch. Default: the profile's. */
  readonly epochMs?: number | undefined;
  /** From an epoch's end until a quorum of validators has set its root. Default: the profile's. */
  readonly consensusMs?: number | undefined;
  /** From the root until the epoch's messages are executed. Default: the profile's. */
  readonly executionMs?: number | undefined;
  /** From the failure of an operation until it is rolled back. Default: it waits for `rollBack`. */
  readonly rollBackAfterMs?: number | undefined;
  /** How many of the five validators must agree on a root. Default: 3 (source: practice), or what `layer` has. */
  readonly quorum?: number | undefined;
  /** Callers of the source chain, with what they have; one without `balances` has as much as it asks for. */
  readonly callers?: readonly LocalCaller[] | undefined;
  /** What it shall do wrong from its start. Default: nothing. */
  readonly faults?: readonly FaultRule[] | undefined;
  /** What the faults' probabilities are drawn from. Default: 0. */
  readonly seed?: number | undefined;
  /** Largest request body. Default: 1 MiB (section 8: not shown). */
  readonly maxBodyBytes?: number | undefined;
  /** How deep the JSON of a request may be nested. Default: 32 (section 8: not shown). */
  readonly maxJsonDepth?: number | undefined;
  /** Largest head of a request. Default: 16 KiB (section 8: not shown). */
  readonly maxHeaderBytes?: number | undefined;
  /**
   * How many connections each listener holds at once. One more takes the place of the one that has been without a request
   * for longest, and is closed where all are in use. Default: 1,000.
   */
  readonly maxConnections?: number | undefined;
  /**
   * How long a request may take until its last byte is there, and a client may take nothing of its answer. Default:
   * 10,000 (section 8: not shown).
   */
  readonly requestTimeoutMs?: number | undefined;
  /** How long a connection may stay open without a request, before the first one as well. Default: 5,000. */
  readonly keepAliveTimeoutMs?: number | undefined;
  /** Path of an anvil binary. Default: that of the optional dependency `@foundry-rs/anvil`. */
  readonly anvilBinary?: string | undefined;
  /** The EVM's chain id: of the bundled engine, 31337 by default; of any other node, also of one that is forked, what it must have. */
  readonly chainId?: number | undefined;
  /** The JSON-RPC endpoint of a node to use in the place of the bundled engine. Default: none. */
  readonly rpcUrl?: string | undefined;
  /** Where the cross-chain layer is on that node. Default: it is placed there by state overrides, and nothing is sent. */
  readonly layer?: string | undefined;
  /** The JSON-RPC endpoint of a chain that the bundled engine forks. Default: none, an empty chain. */
  readonly forkUrl?: string | undefined;
  /** The block to fork. Default: the newest. */
  readonly forkBlock?: number | undefined;
  /** Contracts to deploy at the start. Default: none but the layer, its tokens and the targets. */
  readonly deploy?: readonly ContractToDeploy[] | undefined;
  /** Further tokens. Default: none but COIN, RED, BLUE and HOME. */
  readonly tokens?: readonly TokenToRegister[] | undefined;
  /** Accounts of the destination chain that shall have something from the start. Default: none. */
  readonly fund?: readonly AccountToFund[] | undefined;
  /** Is told of every fault that was answered with a bare 500, and when the EVM ended by itself. Default: nobody is. */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

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
  /** Where another process drives it, see `connectLocalDeployment`, and where a browser shows it. */
  readonly controlUrl: string;
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
