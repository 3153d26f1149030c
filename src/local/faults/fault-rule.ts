import type { FaultName } from './fault-names.js';

/** Which operation of the service an answer belongs to. */
export type Endpoint = 'simulate' | 'inclusion';

/**
 * A fault that a local deployment shall have. It strikes when it concerns a request, its answer or an epoch's consensus,
 * its probability is drawn, which it is each time, and there is something to spoil. Of the rules of one family the first that
 * was set and strikes is the one; those of different families add up. Source: practice, the families of faults seen.
 *
 * @example
 * await local.setFault({ fault: 'service-unavailable', endpoint: 'inclusion', times: 3 });
 * await local.setFault({ fault: 'delay', probability: 0.1, ms: 2_000 });
 */
export interface FaultRule {
  readonly fault: FaultName;
  /** Default: each that can have the fault. */
  readonly endpoint?: Endpoint | undefined;
  /** Only answers and epochs with this operation. Simulations concern none. Default: all. */
  readonly operationId?: string | undefined;
  /** Above 0, up to 1; each rule has draws of its own, from the deployment's `seed`. Default: 1. */
  readonly probability?: number | undefined;
  /** How often it strikes until it is over. Default: without end. */
  readonly times?: number | undefined;
  /** How long it takes, in milliseconds; only of faults that take time, each of which has its own default. */
  readonly ms?: number | undefined;
}

/** A fault that is set, or over and not cleared yet. */
export interface AppliedFault extends FaultRule {
  readonly faultId: string;
  /** How often it has struck. */
  readonly strikes: number;
}
