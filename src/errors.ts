import { fileURLToPath } from 'node:url';
import { types } from 'node:util';

/** Identifies an error. Codes are stable across releases; wording is not. */
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
  | 'INCLUSION_UNKNOWN'
  | 'INCLUSION_INCONSISTENT'
  | 'INCONCLUSIVE'
  | 'DEPLOYMENT_CANNOT_START'
  | 'DEPLOYMENT_PORT_TAKEN'
  | 'DEPLOYMENT_ENGINE_MISSING'
  | 'DEPLOYMENT_ENGINE_FAILED'
  | 'DEPLOYMENT_STOPPED'
  | 'CAMPAIGN_CANNOT_RUN'
  | 'SMOKE_FAILED'
  | 'PROPERTY_FAILED'
  | 'USAGE';

// Symbol.for: two copies of the package recognise each other's errors.
const brand: unique symbol = Symbol.for('crosscheck.error') as never;

/** A line of a message below the first one. Advice says what to do; it is also a property of the error. */
export type DetailLine = string | { readonly advice: string };

/** The parts of an error's message. */
export interface ErrorParts {
  /** One short sentence, the first line of the message. */
  readonly summary: string;
  /** Further lines: what was expected, what was received, what to do. */
  readonly details?: readonly DetailLine[] | undefined;
  /** The error that led to this one. */
  readonly cause?: unknown;
  /** Whether the message describes the cause, so that test runners print it in one line or not at all. Default: false. */
  readonly describesCause?: boolean | undefined;
}

/** The base class of all errors that the toolkit throws, except {@link UsageError}. */
export abstract class CrosscheckError extends Error {
  abstract override readonly name: string;
  abstract readonly code: ErrorCode;
  /** The first line of the message. */
  readonly summary: string;
  /** The lines of the message after the first. */
  readonly details: readonly string[];
  /** What to do, as the message says it; undefined if it does not say so. */
  declare readonly advice: string | undefined;
  readonly #describesCause: boolean;

  constructor({ summary, details = [], cause, describesCause = false }: ErrorParts) {
    super(composeMessage(summary, details), cause === undefined ? undefined : { cause });
    this.summary = summary;
    this.details = details.map(detailText);
    defineHidden(this, { advice: adviceOf(details) });
    this.#describesCause = describesCause;
    // Jest and Node.js print the stack of a cause.
    if (describesCause && isError(cause)) cause.stack = `${cause.name}: ${firstLineOf(cause)}`;
    brandError(this);
  }

  /** Returns the members of the error that reporters and logs need as plain data. */
  toJSON(): Record<string, unknown> {
    const { name, code, message, stack, cause } = this;
    if (cause === undefined) return { name, code, message, stack };
    return { name, code, message, stack, cause: this.#describesCause ? causeAsData(cause) : cause };
  }

  /** Returns the first error along the chain of causes, starting with this one, that the predicate accepts. */
  walk(accepts: (error: unknown) => boolean): unknown {
    const seen = new Set<unknown>();
    let current: unknown = this;
    while (current !== undefined && !seen.has(current)) {
      if (accepts(current) === true) return current;
      seen.add(current);
      current = isError(current) ? current.cause : undefined;
    }
    return undefined;
  }
}

/** Returns whether a value is an error of the toolkit, including one thrown by another installed copy. */
export function isCrosscheckError(
  error: unknown,
): error is Error & { readonly code: ErrorCode; readonly advice?: string | undefined } {
  return typeof error === 'object' && error !== null && brand in error;
}

/** A function was called with arguments that it does not accept. The message says what it accepts. */
export class UsageError extends TypeError {
  readonly code = 'USAGE';
  override readonly name = named(this, 'UsageError');
  /** What to do, as the message says it; undefined if it does not say so. */
  declare readonly advice: string | undefined;

  constructor(summary: string, details: readonly DetailLine[] = [], cause?: unknown) {
    super(composeMessage(summary, details), cause === undefined ? undefined : { cause });
    defineHidden(this, { advice: adviceOf(details) });
    brandError(this);
  }
}

// An error is an instance of its class in every copy of the package: a project may import it, and use a library that requires
// it. Subclasses inherit this.
for (const base of [CrosscheckError, UsageError])
  Object.defineProperty(base, Symbol.hasInstance, {
    value(this: abstract new (...args: never[]) => unknown, value: unknown): boolean {
      if (Function.prototype[Symbol.hasInstance].call(this, value)) return true;
      return isCrosscheckError(value) && classNames(value).includes(this.name);
    },
  });

function classNames(value: object): unknown[] {
  const above: object | null = Object.getPrototypeOf(value);
  return above === null ? [] : [above.constructor.name, ...classNames(above)];
}

function brandError(error: Error): void {
  Object.defineProperty(error, brand, { value: true });
  hideInternalFrames(error);
}

/**
 * Returns the name of an error, and writes it into its stack, whose first line is fixed before fields are initialized. Each
 * class gives a literal, because bundlers may rename classes.
 */
export function named<Name extends string>(error: object, name: Name): Name {
  const { stack = '' } = error as Error;
  (error as Error).stack = stack.replace(/^\w+/, name);
  return name;
}

/**
 * The folders of the package's code, as paths and as URLs: the frames of a stack have either, and with source maps, as in
 * Jest, those of the sources. In a URL, spaces and other characters are encoded.
 */
const codeFolders = [fileURLToPath(import.meta.url).replaceAll('\\', '/'), import.meta.url].flatMap(
  (file) => {
    const root = /^(.*\/)(?:dist|src)\//.exec(file)?.[1];
    return root === undefined ? [] : [`${root}dist/`, `${root}src/`];
  },
);

/** Appends the frames of the user's call to the stack of an error that was thrown later. */
export function withFrames(error: unknown, frames: string): unknown {
  if (!(error instanceof Error) || frames === '') return error;
  // Between the code that failed and the user's call are frames of the package, and of the runner.
  const stack = stackOfCalledCode(error);
  const [, first = ''] = frames.split('\n', 2);
  // Synchronous errors have the same frames, but a long stack is truncated before it reaches the user's code.
  const start = stack.indexOf(`\n${first}`);
  error.stack = (start < 0 ? stack : stack.slice(0, start)) + frames;
  if (isCrosscheckError(error)) hideInternalFrames(error);
  return error;
}

/** Returns the call site of a function: a stack without a message and without the function's frame. */
export function framesAbove(entry: (...args: never[]) => unknown): string {
  const here: { stack?: string } = {};
  Error.captureStackTrace(here, entry);
  return framesIn(here);
}

/** Returns the frames of a captured stack, without what stands above them. */
export function framesIn({ stack = '' }: { readonly stack?: string }): string {
  const start = stack.indexOf('\n    at ');
  return start < 0 ? '' : stack.slice(start);
}

/** Removes the package's own frames from the top of a stack, or all frames of a stack that has no others. */
function hideInternalFrames(error: Error): void {
  const frames = framesOf(error);
  const first = frames.findIndex((frame) => !isOwn(frame) && !/\(<anonymous>\)$|[( ]node:/.test(frame));
  error.stack = [`${error.name}: ${error.message}`, ...(first < 0 ? [] : frames.slice(first))].join('\n');
}

/** Returns the stack of an error up to the first frame of the package: with the code that the package called, without what called the package. */
function stackOfCalledCode(error: Error): string {
  const { stack = '' } = error;
  const frames = framesOf(error);
  const first = frames.findIndex(isOwn);
  if (first < 0) return stack;
  const all = `\n${frames.join('\n')}`;
  return [stack.slice(0, stack.length - all.length), ...frames.slice(0, first)].join('\n');
}

function framesOf({ stack = '', message }: Error): string[] {
  const start = stack.indexOf('\n    at ', stack.indexOf(message) + message.length);
  return start === -1 ? [] : stack.slice(start + 1).split('\n');
}

function isOwn(frame: string): boolean {
  const place = frame.replaceAll('\\', '/');
  return codeFolders.some((folder) => place.includes(folder));
}

/** Joins the summary, a blank line and the details. */
export function composeMessage(summary: string, details: readonly DetailLine[]): string {
  return details.length === 0 ? summary : `${summary}\n\n${details.map(detailText).join('\n')}`;
}

/** What messages and reports call advice. */
export const adviceLabel = 'What to do';

/** Returns a line of a message as text. */
export function detailText(line: DetailLine): string {
  return typeof line === 'string' ? line : `${adviceLabel}: ${line.advice}`;
}

function adviceOf(details: readonly DetailLine[]): string | undefined {
  return details.find((line) => typeof line !== 'string')?.advice;
}

/** Returns a cause as plain data without a name: Vitest prints one that has a name in full. */
function causeAsData(cause: unknown): unknown {
  if (typeof cause !== 'object' || cause === null) return cause;
  const { code, status } = cause as { code?: unknown; status?: unknown };
  return { code, status, message: firstLineOf(cause as Error) };
}

function firstLineOf({ message }: Error): string {
  return String(message).split('\n', 1)[0] as string;
}

/** Defines non-enumerable properties, because test runners would print them again below the message. */
export function defineHidden(error: Error, properties: object): void {
  for (const [name, value] of Object.entries(properties)) Object.defineProperty(error, name, { value });
}

/** Returns whether a value is an error, also of another realm: Jest runs tests in its own, in which Node's errors are not `instanceof Error`. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || types.isNativeError(value);
}

/** An assertion or a wait could not be judged. An assertion fails with and without `.not`. */
export class InconclusiveError extends CrosscheckError {
  override readonly name: string = named(this, 'InconclusiveError');
  readonly code: 'INCONCLUSIVE' | 'INCLUSION_UNKNOWN' = 'INCONCLUSIVE';
}

/**
 * The service could not be shown to be where the deployment says it is, so its "not found" proves nothing. It is the
 * `lastError` and the cause of an inconclusive wait.
 */
export class PreflightError extends InconclusiveError {
  override readonly name = named(this, 'PreflightError');
  /** A few words, such as `the observer answers every path alike`. */
  declare readonly reason: string;
  declare readonly advice: string;

  constructor(reason: string, advice: string, { summary, details = [] }: ErrorParts) {
    super({ summary, details: [...details, { advice }] });
    defineHidden(this, { reason });
  }
}

/**
 * The observer returned the same transactions for two operations, so the record of at least one is wrong. It is the
 * `lastError` and the cause of an inconclusive wait. See the convention `transactionsShared`.
 */
export class SharedTransactionsError extends InconclusiveError {
  override readonly name = named(this, 'SharedTransactionsError');
  /** The operation for which the observer returned them first. */
  declare readonly ownerId: string;

  constructor(ownerId: string, parts: ErrorParts) {
    super(parts);
    defineHidden(this, { ownerId });
  }
}

/** Why a local deployment does not run. */
export type LocalDeploymentErrorCode = Extract<ErrorCode, `DEPLOYMENT_${string}`>;

/**
 * A local deployment could not start, failed, or was used after it was stopped. The code says which:
 * `DEPLOYMENT_ENGINE_MISSING`, the EVM is not installed; `DEPLOYMENT_ENGINE_FAILED`, the EVM rejected a call;
 * `DEPLOYMENT_PORT_TAKEN`; `DEPLOYMENT_CANNOT_START`; `DEPLOYMENT_STOPPED`.
 */
export class LocalDeploymentError extends CrosscheckError {
  override readonly name: string = named(this, 'LocalDeploymentError');
  readonly code: LocalDeploymentErrorCode;

  constructor(code: LocalDeploymentErrorCode, parts: ErrorParts) {
    super(parts);
    this.code = code;
  }
}

/** A campaign could not start, or the deployment answered none of its requests. */
export class CampaignCannotRunError extends CrosscheckError {
  override readonly name = named(this, 'CampaignCannotRunError');
  readonly code = 'CAMPAIGN_CANNOT_RUN';
}

/** A check of a smoke suite failed. */
export class SmokeFailedError extends CrosscheckError {
  override readonly name = named(this, 'SmokeFailedError');
  readonly code = 'SMOKE_FAILED';
}

/** A property does not hold. The message has the counterexample; the cause is the error of its run. */
export class PropertyFailedError extends CrosscheckError {
  override readonly name = named(this, 'PropertyFailedError');
  readonly code = 'PROPERTY_FAILED';
}
