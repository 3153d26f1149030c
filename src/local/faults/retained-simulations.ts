import type { EarlierSimulations } from './fault-kind.js';

/** What simulations have left behind in a deployment, by the fault that makes them do so. */
export interface RetainedSimulations {
  /** The source-chain address of the newest one's caller. */
  readonly caller?: string | undefined;
  /** What every object is said to have. */
  readonly inherited?: Readonly<Record<string, unknown>> | undefined;
  /** What was answered. */
  readonly earlier?: EarlierSimulations | undefined;
}
