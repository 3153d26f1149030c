import type { Arbitrary } from 'fast-check';
import type { Steps } from '../../../contract/json.js';
import type { SimulationRequest } from '../../../contract/simulation-request.js';
import type { RequestFault } from './request-fault.js';

/** One fault at one place. */
export interface FaultRow {
  readonly fault: RequestFault;
  /** Where it is, with `[]` for any asset. */
  readonly path: string;
  readonly reason: string;
  /** What stands there; undefined where nothing does. */
  readonly bad: Arbitrary<unknown>;
  /** Makes the rest of a valid request one in which this is a fault. */
  readonly complete?: (request: SimulationRequest) => SimulationRequest;
  /** How a fault that only a text can have is written around a valid request, and the request read again. */
  readonly text?: {
    readonly write: (wire: unknown, steps: Steps) => string;
    readonly read: (text: string) => unknown;
  };
}
