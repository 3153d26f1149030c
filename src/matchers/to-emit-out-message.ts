import { type ClosestItem, closestItem } from '../checks/closest-item.js';
import { differences, isOpen, openText } from '../checks/differences.js';
import type { Pattern } from '../checks/pattern.js';
import type { SimulationResult } from '../client/simulation-result.js';
import { type OutMessage, outMessageNames } from '../contract/responses.js';
import { InconclusiveError } from '../errors.js';
import { assertionMessage } from './assertion-message.js';
import { differenceLines } from './difference-lines.js';
import { type MatcherContext, type MatcherResult, refuseAsymmetricUse } from './matcher-context.js';
import { patternOf } from './pattern-of.js';
import { printPattern } from './print-pattern.js';
import { type Judged, simulationLines } from './simulation-lines.js';
import {
  inconclusive,
  type SimulationMatcherOptions,
  type SimulationSubject,
  successfulSimulationOf,
} from './simulation-subject.js';

/** What an outgoing message should look like (section 2.2); members that are not named may be anything. */
export type OutMessagePattern = Pattern<OutMessage>;

/**
 * Asserts that a call produces at least one outgoing message with the members of a pattern; negated, none. Beside a
 * true verdict `outMessages` that are null are none (practice); without one, or when they are absent, it is inconclusive.
 */
export function toEmitOutMessage(
  this: MatcherContext,
  received: SimulationSubject,
  pattern: OutMessagePattern,
  options?: SimulationMatcherOptions,
): Promise<MatcherResult> {
  refuseAsymmetricUse(this, 'toEmitOutMessage');
  return judged(this, received, pattern, options);
}

async function judged(
  { isNot = false }: MatcherContext,
  received: SimulationSubject,
  pattern: OutMessagePattern,
  options?: SimulationMatcherOptions,
): Promise<MatcherResult> {
  const partial = patternOf('toEmitOutMessage', pattern, outMessageNames);
  const result = await successfulSimulationOf('toEmitOutMessage', received, options);
  const messages = listedMessages(result);
  const closest = closestItem(messages, partial);
  const lines = (): string[] =>
    simulationLines(result, {
      expected: `${isNot ? 'no' : 'an'} outgoing message ${printPattern(partial, result.exchange)}`,
      ...comparison(result, closest),
    });
  const isEmitted = closest?.differences.length === 0;
  const open = isEmitted ? -1 : messages.findIndex((message) => isOpen(differences(message, partial)));
  if (open >= 0) {
    const unknown = openText(differences(messages[open], partial), `outMessages[${open}]`);
    throw new InconclusiveError({
      summary: `toEmitOutMessage cannot be judged: ${unknown}`,
      details: lines(),
    });
  }
  return {
    pass: isEmitted,
    message: () => assertionMessage('simulation', isNot, 'toEmitOutMessage(pattern)', lines()),
  };
}

/**
 * The outgoing messages of a call that succeeds; null is none (practice).
 *
 * @throws {InconclusiveError} when the answer has no such list.
 */
export function listedMessages(result: SimulationResult): readonly OutMessage[] {
  const { outMessages } = result.response;
  if (outMessages === undefined) throw inconclusive('The answer has no outMessages, not even null', result);
  return outMessages ?? [];
}

function comparison({ response, exchange }: SimulationResult, closest: ClosestItem | undefined): Judged {
  const { outMessages } = response;
  if (closest === undefined) return { received: `none, outMessages is ${printPattern(outMessages)}` };
  const { index, differences: differing } = closest;
  return differing.length === 0
    ? { received: `outMessages[${index}] ${printPattern(outMessages?.[index], exchange, 800)}` }
    : {
        received: `the closest is outMessages[${index}], which differs:`,
        details: differenceLines(differing, exchange),
      };
}
