import type { SimulationResult } from '../client/simulation-result.js';
import { UsageError } from '../errors.js';
import { integerFrom } from '../internal/options.js';
import { printValue } from '../internal/print.js';
import { assertionMessage } from './assertion-message.js';
import { type MatcherContext, type MatcherResult, refuseAsymmetricUse } from './matcher-context.js';
import { printPattern } from './print-pattern.js';
import { simulationLines } from './simulation-lines.js';
import {
  type SimulationMatcherOptions,
  type SimulationSubject,
  successfulSimulationOf,
} from './simulation-subject.js';
import { listedMessages } from './to-emit-out-message.js';

/**
 * Asserts how many outgoing messages a call produces; negated, that it is another number. Beside a true verdict
 * `outMessages` that are null are none (practice); without one, or when they are absent, it is inconclusive.
 */
export function toHaveOutMessageCount(
  this: MatcherContext,
  received: SimulationSubject,
  count: number,
  options?: SimulationMatcherOptions,
): Promise<MatcherResult> {
  refuseAsymmetricUse(this, 'toHaveOutMessageCount');
  return judged(this, received, count, options);
}

const mostMessages = 5;

async function judged(
  { isNot = false }: MatcherContext,
  received: SimulationSubject,
  count: number,
  options?: SimulationMatcherOptions,
): Promise<MatcherResult> {
  const fault = integerFrom(0)(count);
  if (fault)
    throw new UsageError(`toHaveOutMessageCount takes a count, which ${fault}, not ${printValue(count)}`);
  const result = await successfulSimulationOf('toHaveOutMessageCount', received, options);
  const { outMessages } = result.response;
  const { length } = listedMessages(result);
  const lines = (): string[] =>
    simulationLines(result, {
      expected: `${isNot ? 'not ' : ''}${count} outgoing ${count === 1 ? 'message' : 'messages'}`,
      received: outMessages ? `${outMessages.length}` : `none, outMessages is ${printPattern(outMessages)}`,
      details: messageLines(result),
    });
  return {
    pass: length === count,
    message: () => assertionMessage('simulation', isNot, `toHaveOutMessageCount(${count})`, lines()),
  };
}

function messageLines({ response, exchange }: SimulationResult): string[] {
  const messages = response.outMessages ?? [];
  const lines = messages
    .slice(0, mostMessages)
    .map((message, index) => `- outMessages[${index}] ${printPattern(message, exchange, 400)}`);
  const more = messages.length - lines.length;
  return more > 0 ? [...lines, `- and ${more} more`] : lines;
}
