import { differences, isOpen, openText } from '../checks/differences.js';
import type { Pattern } from '../checks/pattern.js';
import { type Simulation, simulationNames } from '../contract/responses.js';
import { InconclusiveError } from '../errors.js';
import { assertionMessage } from './assertion-message.js';
import { differenceLines } from './difference-lines.js';
import { type MatcherContext, type MatcherResult, refuseAsymmetricUse } from './matcher-context.js';
import { patternOf } from './pattern-of.js';
import { printPattern } from './print-pattern.js';
import { simulationLines } from './simulation-lines.js';
import { type SimulationMatcherOptions, type SimulationSubject, simulationOf } from './simulation-subject.js';

/** What `response` should look like (section 2.2); members that are not named may be anything. */
export type SimulationPattern = Pattern<Simulation>;

/**
 * Asserts that a simulation's `response` has the members of a pattern; negated, that at least one of them differs.
 * Where nothing differs but some of them are absent, that is an error in both polarities: nobody can say.
 * The verdict counts only if the pattern names it.
 */
export function toMatchSimulation(
  this: MatcherContext,
  received: SimulationSubject,
  pattern: SimulationPattern,
  options?: SimulationMatcherOptions,
): Promise<MatcherResult> {
  refuseAsymmetricUse(this, 'toMatchSimulation');
  return judged(this, received, pattern, options);
}

async function judged(
  { isNot = false }: MatcherContext,
  received: SimulationSubject,
  pattern: SimulationPattern,
  options?: SimulationMatcherOptions,
): Promise<MatcherResult> {
  const partial = patternOf('toMatchSimulation', pattern, simulationNames);
  const result = await simulationOf('toMatchSimulation', received, options);
  const differing = differences(result.response, partial);
  const { exchange } = result;
  const lines = (): string[] =>
    simulationLines(result, {
      expected: `${isNot ? 'anything but ' : ''}${printPattern(partial, exchange)}`,
      received: differing.length === 0 ? 'an answer that does not differ' : 'an answer that differs:',
      details: differenceLines(differing, exchange),
    });
  if (isOpen(differing)) {
    throw new InconclusiveError({
      summary: `toMatchSimulation cannot be judged: ${openText(differing, 'the answer')}`,
      details: [...lines(), 'What to do: in the pattern, undefined says that a member must be absent'],
    });
  }
  return {
    pass: differing.length === 0,
    message: () => assertionMessage('simulation', isNot, 'toMatchSimulation(pattern)', lines()),
  };
}
