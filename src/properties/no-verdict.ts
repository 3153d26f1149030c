import type { HttpError } from '../client/client-errors.js';
import { evidenceOf, evidenceOfError } from '../client/evidence.js';
import type { DetailLine } from '../errors.js';
import type { UnprovenFailure } from '../running-test/expected-failure.js';
import { ownTimeout } from '../running-test/within-test.js';

/** An error, possibly serialized by a test runner. */
interface ErrorLike {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly status?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
  readonly actual?: unknown;
  readonly exchange?: unknown;
}

/** Error codes of the toolkit that are not a verdict; of an HTTP error its response decides. */
const codes: ReadonlySet<unknown> = new Set([
  'INCONCLUSIVE',
  'INCLUSION_UNKNOWN',
  'INCLUSION_ABORTED',
  'DEPLOYMENT_STOPPED',
  'DEPLOYMENT_ENGINE_FAILED',
  'CAMPAIGN_CANNOT_RUN',
]);

/** Connection error codes of Node and undici, with which a user's fetch rejects. */
const network = /^(?:E(?:CONN\w+|PIPE|NOTFOUND|TIMEDOUT|AI_AGAIN|HOSTUNREACH|NETUNREACH)|UND_ERR_\w+)$/;

/**
 * Returns the inconclusive error among the causes of an error: an inconclusive assertion, an outage or a timeout.
 * Undefined if the error is a verdict.
 */
export function noVerdictIn(error: unknown): ErrorLike | undefined {
  return findAlong(error, isNoVerdict);
}

/**
 * Returns the error, among the causes of an error, that left a test that is expected to fail without a verdict. Every wait that
 * decided nothing counts, and every response that is neither an answer nor a rejection: unlike a counterexample of a property,
 * it says nothing about what was asserted.
 */
export function unansweredIn(error: unknown): ErrorLike | undefined {
  const noVerdict = noVerdictIn(error);
  if (noVerdict !== undefined || findAlong(error, isFailedProperty) !== undefined) return noVerdict;
  const isUnanswered = (one: ErrorLike): boolean => {
    const kind = evidenceOfError(one)?.kind ?? 'answer';
    return one.code === 'INCLUSION_UNKNOWN' || (kind !== 'answer' && kind !== 'rejection');
  };
  // What another assertion received was judged by it.
  return findAlong(error, isUnanswered, ['cause', 'errors']);
}

/** Returns the error for an invalid call, which was rejected before anything was sent, among the causes of an error. */
export function invalidCallIn(error: unknown): ErrorLike | undefined {
  return findAlong(error, ({ code }) => code === 'USAGE' || code === 'REQUEST_INVALID');
}

/** The first line of an error that is no verdict, as a runner or fast-check prints it; of a status, the response decides. */
const noVerdictLine =
  '(?:Inconclusive|Preflight|SharedTransactions|InclusionUnknown|InclusionAborted|HttpNetwork|HttpTimeout|CampaignCannotRun|LocalDeployment)Error: .*' +
  '|HttpStatusError: .* answered with status (\\d{3})\\b.*';
const namedNoVerdict = new RegExp(`^(${noVerdictLine})`);

/** Returns why a failure proves nothing, from the text that a runner keeps of it, `UsageError: …`; undefined if it is a verdict. */
export function unprovenFailureOf(text: string): UnprovenFailure | undefined {
  if (text.startsWith('UsageError: ')) return 'invalid';
  if (text.includes(ownTimeout)) return 'out-of-time';
  const [, named, status] = namedNoVerdict.exec(text) ?? [];
  if (named === undefined) return undefined;
  if (status === undefined) return 'unanswered';
  const { kind } = evidenceOf({ response: { status: Number(status), headers: {}, body: '' } });
  return kind === 'answer' || kind === 'rejection' ? undefined : 'unanswered';
}

function isFailedProperty({ code, message }: ErrorLike): boolean {
  return code === 'PROPERTY_FAILED' || failed.test(String(message));
}

/** Returns the 404 of a toolkit client among the causes of an error. The service may not have sent it. */
export function notFoundIn(error: unknown): HttpError | undefined {
  return findAlong(error, ({ code, status }) => code === 'HTTP_STATUS' && status === 404) as
    | HttpError
    | undefined;
}

/** Returns the first error that is accepted, among an error and its causes. */
export function findAlong(
  error: unknown,
  accepts: (error: ErrorLike) => boolean,
  // `expect(call).rejects.toThrow(…)` stores the thrown error in `actual`, `Promise.any` in `errors`.
  members: readonly ('cause' | 'actual' | 'errors')[] = ['cause', 'actual', 'errors'],
  seen: ReadonlySet<unknown> = new Set(),
): ErrorLike | undefined {
  if (typeof error !== 'object' || error === null || seen.has(error)) return undefined;
  const like = error as ErrorLike;
  if (accepts(like)) return like;
  const met = new Set([...seen, error]);
  for (const one of members.flatMap((member) => like[member])) {
    const found = findAlong(one, accepts, members, met);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isNoVerdict(error: ErrorLike): boolean {
  const { name, code, message, cause } = error;
  // A wait that ended with a bad answer is a verdict on the service, as the same answer to a call is.
  if (code === 'INCLUSION_UNKNOWN' && hasCode(cause)) return isNoVerdict(cause);
  if (codes.has(code)) return true;
  const evidence = evidenceOfError(error);
  if (evidence !== undefined) return evidence.kind === 'no-verdict';
  if (typeof code === 'string' && network.test(code)) return true;
  if (name === 'TimeoutError' || name === 'AbortError') return true;
  return name === 'TypeError' && (message === 'fetch failed' || message === 'terminated');
}

function hasCode(error: unknown): error is ErrorLike {
  return typeof (error as ErrorLike | undefined)?.code === 'string';
}

/** The first line of fast-check's message for a failed property, in all releases from 4.0. */
const failed = /^Property failed after \d+ tests\n/;
/** The first line for a property that interruptAfterTimeLimit ended before the first run did. */
const interrupted = /^Property interrupted after 0 tests\n/;
const shrunk = /\nShrunk ([1-9]\d*) time/;
/** With `includeErrorInReport` the error has no cause, but what was thrown in its text. */
const got = new RegExp(`\\nGot (${noVerdictLine})`);

/** Returns what was thrown, if its text says that it is no verdict. */
function inconclusiveIn(message: string): string | undefined {
  const [, text, status] = got.exec(message) ?? [];
  if (status === undefined) return text;
  const response = { status: Number(status), headers: {}, body: '' };
  return evidenceOf({ response }).kind === 'no-verdict' ? text : undefined;
}

/**
 * Returns the message for a failed property that is inconclusive; undefined for a counterexample.
 *
 * @param message - The message of fast-check.
 * @param thrown - What the run threw.
 */
export function inconclusiveText(
  message: string,
  thrown: unknown,
): { readonly summary: string; readonly details: readonly DetailLine[] } | undefined {
  const isInterrupted = interrupted.test(message);
  if (!isInterrupted && !failed.test(message)) return undefined;
  const reason = isInterrupted
    ? 'nothing was checked, because interruptAfterTimeLimit ended it before its first run did'
    : (noVerdictIn(thrown)?.message ?? inconclusiveIn(message));
  if (reason === undefined) return undefined;
  return {
    summary: `Property inconclusive, not a counterexample: ${String(reason).split('\n', 1)[0]}`,
    details: [
      ...(shrunk.test(message)
        ? [
            'fast-check shrank another failure to this one: that may have been a real counterexample, which is lost.',
          ]
        : []),
      {
        advice: isInterrupted
          ? 'check whether the service answers, and give the property more time'
          : 'check whether the service answers; use checkProperty of crosscheck/arbitraries, which tells the two apart',
      },
      '',
      `fast-check:  ${message}`,
    ],
  };
}
