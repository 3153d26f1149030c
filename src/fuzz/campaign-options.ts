import type { CheckLimits } from '../checks/case/check.js';
import type { Deployment } from '../deployment/deployment.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import type { Clock } from '../internal/clock.js';
import type { CampaignEvent, Shard } from './campaign-event.js';
import type { CallArbitrary } from './fuzzed-call.js';
import type { PhaseChoice } from './phases/asked-phases.js';

/** How to fuzz. Durations are in milliseconds; all limits are assumptions, the interface states none (section 8). */
export interface CampaignOptions {
  readonly deployment: Deployment;
  /** What every case is derived from; a shard needs that of all. Default: drawn, and printed. */
  readonly seed?: number | undefined;
  /** Cases of all phases together. Default: 1,000. */
  readonly cases?: number | undefined;
  /** How long to go on. A tenth of it, at most 10 s, is kept for running findings again. Default: without end. */
  readonly timeMs?: number | undefined;
  /** Ends with so many findings that no baseline knows. Default: 100. */
  readonly maxFindings?: number | undefined;
  /** Requests at the same time at most. Default: 8. */
  readonly concurrency?: number | undefined;
  /** Requests a second, or `auto`: fewer at once while the deployment says that it is too much. Default: `auto`. */
  readonly ratePerSecond?: number | 'auto' | undefined;
  /**
   * Phases to leave out (false), or how many cases each one runs; or a list of the only ones to run: `['valid']`,
   * `['smoke', ['valid', 50]]`. Default: all, with shares of `cases`.
   */
  readonly phases?: PhaseChoice | undefined;
  /** Names of checks to leave out. Default: none. */
  readonly skipChecks?: readonly string[] | undefined;
  /** Limits of checks. */
  readonly limits?: { readonly [Name in keyof CheckLimits]?: CheckLimits[Name] | undefined } | undefined;
  /** Valid calls to fuzz with. Default: `simulationRequest` of the deployment. */
  readonly calls?: CallArbitrary | undefined;
  /** Operations that the deployment knows, for the histories of the stateful phase. Default: none. */
  readonly operationIds?: readonly string[] | undefined;
  /**
   * Endpoints besides the two built-in ones, as `defineEndpoint` gives them, for the phase `endpoints`. Only those
   * that are read-only are called, unless `fuzzUnsafe` is set. Default: none.
   */
  readonly endpoints?: readonly Endpoint[] | undefined;
  /** Call endpoints that are not read-only too: they change something at the deployment. Default: false. */
  readonly fuzzUnsafe?: boolean | undefined;
  /** Runs for shrinking one finding. Default: 200. */
  readonly shrinkRuns?: number | undefined;
  /** Runs of a shrunk finding. Default: 5. */
  readonly reruns?: number | undefined;
  /** Folder of cases to replay first and to write findings to, or false. Default: `false` in code, `.crosscheck/corpus` in the shell. */
  readonly corpus?: string | false | undefined;
  /** File with findings that are known. Default: none. */
  readonly baseline?: string | undefined;
  /** Which part of the cases to run. Default: all. */
  readonly shard?: Shard | undefined;
  /** Share of requests of which nothing could be said from which on a campaign without findings is inconclusive. Default: 0.2. */
  readonly mostUnseen?: number | undefined;
  /** How long both endpoints may take to answer before the campaign starts, in milliseconds. Default: 5,000. */
  readonly reachMs?: number | undefined;
  /** File for the events, a line each. Default: none. */
  readonly report?: string | undefined;
  /** Called with every event; what it throws ends the campaign. */
  readonly onEvent?: ((event: CampaignEvent) => void) | undefined;
  /** Ends the campaign with what it has found so far. */
  readonly signal?: AbortSignal | undefined;
  /** Where time comes from. Default: the real clock, out of the reach of fake timers. */
  readonly clock?: Clock | undefined;
}
