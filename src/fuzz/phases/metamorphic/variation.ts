import type { Conventions } from '../../../contract/conventions.js';
import type { LooseSimulationRequest } from '../../../contract/simulation-request.js';
import type { FuzzedCall } from '../../fuzzed-call.js';

/**
 * Lists the ways to write the request of a call differently without changing its meaning, the simplest first. Each is
 * written when it is called.
 */
export type Variation = (
  call: FuzzedCall,
  conventions: Pick<Conventions, 'requiredRequestFields' | 'requestValidation'>,
) => readonly (() => LooseSimulationRequest)[];
