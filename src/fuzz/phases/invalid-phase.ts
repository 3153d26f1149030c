import fc, { type Arbitrary } from 'fast-check';
import { inclusionSource, invalidCases, type SourceCase, simulateSource } from './endpoint-cases.js';
import { generatedPhase } from './generated-phase.js';
import { type Phase, type PhaseContext, singleRequestCase } from './phase.js';

/**
 * Creates the phase of requests to the built-in endpoints with one mutation each: invalid fields, bodies that are not JSON, and
 * queries without exactly one valid operation id. What the deployment's conventions leave open is not mutated.
 */
export function createInvalidPhase(context: PhaseContext): Phase {
  const cases = fc.oneof(
    { weight: 4, arbitrary: invalidCases(simulateSource(context)) as Arbitrary<SourceCase> },
    { weight: 1, arbitrary: invalidCases(inclusionSource(context)) as Arbitrary<SourceCase> },
  );
  return generatedPhase('invalid', cases, ({ kind, request }) => singleRequestCase('invalid', kind, request));
}
