/** Says which error it is; stable across releases, where wording is not. */
export type ErrorCode =
  | 'HTTP_STATUS'
  | 'HTTP_NETWORK'
  | 'HTTP_TIMEOUT'
  | 'HTTP_BODY_TOO_LARGE'
  | 'HTTP_BODY_NOT_JSON'
  | 'HTTP_OTHER_OPERATION'
  | 'SCHEMA_MISMATCH'
  | 'REQUEST_INVALID'
  | 'INCLUSION_TIMEOUT'
  | 'INCLUSION_REJECTED'
  | 'INCLUSION_NOT_APPLICABLE'
  | 'INCLUSION_ABORTED'
  | 'INCLUSION_PROBE_FAILED'
  | 'INCONCLUSIVE'
  | 'INCLUSION_INCONSISTENT'
  | 'DEPLOYMENT_CANNOT_START'
  | 'DEPLOYMENT_PORT_TAKEN'
  | 'DEPLOYMENT_ENGINE_MISSING'
  | 'DEPLOYMENT_ENGINE_FAILED'
  | 'DEPLOYMENT_STOPPED'
  | 'CAMPAIGN_CANNOT_RUN'
  | 'SMOKE_FAILED'
  | 'PROPERTY_FAILED'
  | 'USAGE';

// Registered globally: an error of one copy of the package is recognised by another copy.
const brand: unique symbol = Symbol.for('crosscheck.error') as never;

/** What every error of the toolkit is made of. */
export interface ErrorParts {
  /** One short sentence; the first line of the message. */
  readonly summary: string;
  /** Further lines: what was expected, what came, what to do. */
  readonly details?: readonly string[] | undefined;
  /** What made it happen. */
  readonly cause?: unknown;
}

/** The base of all errors that the toolkit throws, apart from {@link UsageError}. */
export abstract class CrosscheckError extends Error {
  // Written out: bundlers shorten the names of classes.
  abstract override readonly name: string;
  abstract readonly code: ErrorCode;
  /** The message's first line. */
  readonly summary: string;
  /** The message's further lines. */
  readonly details: readonly string[];

  constructor({ summary, details = [], cause }: ErrorParts) {
    super(composeMessage(summary, details), cause === undefined ? undefined : { cause });
    this.summary = summary;
    this.details = details;
    brandError(this);
  }

  /** What a reporter or a log shall show of it: the message says the rest. */
  toJSON(): Record<string, unknown> {
    const { name, code, message, stack, cause } = this;
    return { name, code, message, stack, ...(cause === undefined ? {} : { cause }) };
  }

  /** Gives the first error along the causes, this one included, that a predicate accepts. */
  walk(accepts: (error: unknown) => boolean): unknown {
    return walkCauses(this, accepts);
  }
}

/** Tells whether something was thrown by the toolkit, also when by another installed copy of it. */
export function isCrosscheckError(error: unknown): error is Error & { readonly code: ErrorCode } {
  return typeof error === 'object' && error !== null && brand in error;
}

/** Marks an error as one of the toolkit's, without showing the mark when it is printed. */
export function brandError(error: Error): void {
  Object.defineProperty(error, brand, { value: true });
}

/** Puts a message together: the summary, a blank line, the details. */
export function composeMessage(summary: string, details: readonly string[]): string {
  return details.length === 0 ? summary : `${summary}\n\n${details.join('\n')}`;
}

function walkCauses(error: unknown, accepts: (error: unknown) => boolean): unknown {
  const seen = new Set<unknown>();
  for (let current = error; current !== undefined && !seen.has(current); current = causeOf(current)) {
    if (accepts(current) === true) return current;
    seen.add(current);
  }
  return undefined;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}
