import { noVerdictIn } from './no-verdict.js';

/** How fast-check begins to say that a property failed, in every release from 4.0 on. */
const failed = /^Property failed after \d+ tests\n/;
/** How it says that its `interruptAfterTimeLimit` ended a property before a run of it came to an end. */
const interrupted = /^Property interrupted after 0 tests\n/;
const shrunk = /\nShrunk ([1-9]\d*) time/;
/** With `includeErrorInReport` it has no cause, but what was thrown in its text. */
const gotInconclusive =
  /\nGot ((?:Inconclusive|HttpNetwork|HttpTimeout|InclusionUnknown|InclusionAborted)Error: .*|HttpStatusError: .* answered with status (?:401|407|408|429|50[234])\b.*)/;

/**
 * What is to be said in the place of what fast-check says of a property that failed, where that is no counterexample: a
 * first line and further ones. Undefined where it is one.
 *
 * @param message - What fast-check says.
 * @param thrown - What the run threw.
 */
export function inconclusiveText(
  message: string,
  thrown: unknown,
): { readonly summary: string; readonly details: readonly string[] } | undefined {
  const isInterrupted = interrupted.test(message);
  if (!isInterrupted && !failed.test(message)) return undefined;
  const reason = isInterrupted
    ? 'nothing was checked, because interruptAfterTimeLimit ended it before its first run did'
    : (noVerdictIn(thrown)?.message ?? gotInconclusive.exec(message)?.[1]);
  if (reason === undefined) return undefined;
  return {
    summary: `Property inconclusive, not a counterexample: ${String(reason).split('\n', 1)[0]}`,
    details: [
      ...(shrunk.test(message)
        ? ['It was shrunk to this: an earlier value may be a real counterexample, which is lost.']
        : []),
      isInterrupted
        ? 'What to do: look whether the service answers, and give the property more time'
        : 'What to do: look whether the service answers; use checkProperty of crosscheck/arbitraries, which tells the two apart',
      '',
      `fast-check:  ${message}`,
    ],
  };
}
