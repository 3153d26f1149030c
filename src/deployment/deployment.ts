import type { Dispatcher } from 'undici';
import type { Conventions } from '../contract/conventions.js';
import type { ChainNames, Dialect } from '../contract/dialect.js';

/** Header names and values. */
export type Headers = Readonly<Record<string, string>>;

/** When and how often a call is tried again after a network error, 408, 429 or 5xx. */
export interface RetryPolicy {
  /** How many times at most after the first try. Default: 2. */
  readonly limit: number;
  /** Bound of the first pause; each further one doubles. The pause is drawn between zero and it. Default: 200. */
  readonly minDelayMs: number;
  /** Bound of every pause. Default: 5,000. */
  readonly maxDelayMs: number;
}

/**
 * What a user says of a deployment. Everything that the interface calls "not shown" is here by name, with a default.
 */
export interface DeploymentOptions {
  /** How messages and reports call it. Default: the simulator's host. */
  readonly name?: string | undefined;
  /** Base URL of the simulator, with or without a path prefix (section 1). */
  readonly simulatorUrl: string | URL;
  /** Base URL of the observer, with or without a path prefix (section 1). */
  readonly observerUrl: string | URL;
  /** The deployment's names for the two chains. Default: the neutral ones, `alpha` and `beta`. */
  readonly chains?: Partial<ChainNames> | undefined;
  /**
   * Headers of every request, or a function that gives them for each attempt: the place for credentials
   * (section 5: not shown). They are masked in everything that is printed.
   */
  readonly headers?: Headers | (() => Headers | Promise<Headers>) | undefined;
  /** How long one attempt may take until its whole body is there. Default: 10,000 (section 8: not shown). */
  readonly timeoutMs?: number | undefined;
  /** How long a call may take with all its attempts and pauses. Default: 30,000 (assumption). */
  readonly deadlineMs?: number | undefined;
  /** Retries of a call: how many, or the whole policy. Default: 2. */
  readonly retries?: number | Partial<RetryPolicy> | undefined;
  /** Largest answer that is read, in bytes. Default: 4 MiB (section 8: not shown). */
  readonly maxResponseBytes?: number | undefined;
  /** An undici dispatcher (7 or later) for TLS settings, a proxy or connection limits. Default: one of our own. */
  readonly dispatcher?: Dispatcher | undefined;
  /** How the deployment fills in what the interface leaves open. Default: practice. */
  readonly conventions?: Partial<Conventions> | undefined;
}

/** A deployment whose options were found good: what clients, matchers and waits work with. Immutable. */
export interface Deployment {
  readonly name: string;
  /** Without a slash at the end. */
  readonly simulatorUrl: string;
  /** Without a slash at the end. */
  readonly observerUrl: string;
  readonly chains: ChainNames;
  readonly headers: () => Headers | Promise<Headers>;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly retries: RetryPolicy;
  readonly maxResponseBytes: number;
  readonly dispatcher?: Dispatcher | undefined;
  /** Whether its exchanges are written to a recording, or come from one: see `recordExchanges`, `replayExchanges`. */
  readonly exchanges?: 'recorded' | 'replayed' | undefined;
  readonly conventions: Conventions;
  readonly dialect: Dialect;
}
