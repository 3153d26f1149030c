import fc from 'fast-check';
import { InconclusiveError, PropertyFailedError } from '../errors.js';
import { inconclusiveText } from './inconclusive-text.js';

/**
 * A reporter of fast-check: `fc.assert` then says in its first line that an outage is not a counterexample. It shrinks it
 * all the same; `checkProperty` does not, and needs no reporter. `crosscheck/vitest` says so without it.
 *
 * @throws {InconclusiveError} when the run that failed could not be judged, or no run came to its end in time.
 * @throws {PropertyFailedError} with the counterexample.
 * @example
 * import { reportProperty } from 'crosscheck/arbitraries';
 * import fc from 'fast-check';
 *
 * fc.configureGlobal({ reporter: reportProperty });
 */
export function reportProperty<Values>(details: fc.RunDetails<Values>): void {
  const message = fc.defaultReportMessage(details);
  if (message === undefined) return;
  const { errorInstance: cause } = details;
  const text = inconclusiveText(message, cause);
  if (text !== undefined) throw new InconclusiveError({ ...text, cause });
  const [summary = '', ...lines] = message.split('\n');
  throw new PropertyFailedError({ summary, details: lines, cause });
}
