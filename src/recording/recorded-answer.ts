import type { Redactor } from '../internal/redaction.js';
import { redactResponseHeaders } from '../internal/redaction.js';
import { type RecordedBody, recordedBody } from './recorded-body.js';

/** What came of a request. */
export interface ReceivedAnswer {
  readonly status?: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly chunks: readonly Uint8Array[];
  /** How it ended: whole, broken by an error of the connection, or given up by the client: it took too long, or was too large. */
  readonly end: 'whole' | 'given-up' | 'too-large' | { readonly error: unknown };
}

/** An answer as a recording shows it. */
export interface RecordedAnswer extends RecordedBody {
  /** How many times in a row it came. Default: once. */
  readonly times?: number | undefined;
  /**
   * How many waits for the operation had begun or ended before, so that a wait that polls more often in a replay takes no
   * answers of the next one. None where all answers came to one wait, or to none.
   */
  readonly wait?: number | undefined;
  /** None when no answer came. */
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Why no whole answer came: the connection failed, the client waited no longer, or read no more of it. */
  readonly failure?:
    | 'given up'
    | 'too large'
    | { readonly code?: string | undefined; readonly message: string }
    | undefined;
}

/** What somebody reads of an answer, such as how old a cache says that it is; others change from run to run, or may be a credential under any name. */
const keptHeaders = new Set(['age', 'allow', 'content-encoding', 'content-type', 'location', 'retry-after']);

/** Stands for a body in which no secret can be found; the client refuses such a body for its header, unread. */
const encodedBody = Buffer.from('(not recorded: secrets cannot be found under a content encoding)');

/** Writes an answer for a recording, without the secrets in it. */
export function recordedAnswer(
  { status, headers, chunks, end }: ReceivedAnswer,
  redact: Redactor,
): RecordedAnswer {
  const failure = failureOf(end, redact);
  if (status === undefined) return { failure };
  const isGivenUp = end === 'given-up' || end === 'too-large';
  // An answer may have been given up for the length that it has by its own word.
  const kept = Object.entries(headers).filter(
    ([name]) => keptHeaders.has(name) || (isGivenUp && name === 'content-length'),
  );
  const texts = redactResponseHeaders(Object.fromEntries(kept.map(([name, value]) => [name, String(value)])));
  return {
    status,
    headers: Object.fromEntries(
      Object.entries(texts)
        .sort()
        .map(([name, value]) => [name, redact(value)]),
    ),
    ...recordedBody(isEncoded(headers) && chunks.length > 0 ? encodedBody : Buffer.concat(chunks), redact),
    ...(failure === undefined ? {} : { failure }),
  };
}

function isEncoded({ 'content-encoding': encoding = 'identity' }: ReceivedAnswer['headers']): boolean {
  return encoding !== 'identity';
}

function failureOf(end: ReceivedAnswer['end'], redact: Redactor): RecordedAnswer['failure'] {
  if (end === 'whole') return undefined;
  if (end === 'given-up') return 'given up';
  if (end === 'too-large') return 'too large';
  const { code, message = '' } = (end.error ?? {}) as { code?: string; message?: string };
  return { ...(typeof code === 'string' ? { code } : {}), message: redact(message) };
}
