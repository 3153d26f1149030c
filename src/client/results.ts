import type { z } from 'zod';
import { isRejected } from '../contract/conventions.js';
import type { ExtendedInclusion, ExtendedSimulation, Extension } from '../contract/extension.js';
import type { LooseSimulationRequest } from '../contract/simulation-request.js';
import { type InclusionVerdict, inclusionVerdict } from '../contract/verdicts.js';
import type { Deployment } from '../deployment/deployment.js';
import type { Attempt, Exchange } from '../deployment/exchange.js';
import { builtInsOf } from '../endpoint/built-in.js';
import { type Drift, unknownFields, unknownValues } from '../endpoint/drift.js';
import { isPlainObject } from '../internal/objects.js';
import { formatText, formatValue } from '../internal/print.js';
import { sharedByCopies } from '../internal/shared-by-copies.js';
import { labelled } from '../internal/terminal.js';
import type { EndpointAnswer } from './call-endpoint.js';
import { HttpOtherOperationError } from './client-errors.js';
import { stalenessOf } from './evidence.js';
import { exchangeLines } from './exchange-text.js';
import { mixedUpAdvice } from './http-errors.js';

/** What a result knows besides the content of its answer; `Source` is where it came from. */
class Internals<Source> {
  readonly exchange: Exchange;
  /** The body as received. */
  readonly body: unknown;
  readonly source: Source;

  constructor(exchange: Exchange, body: unknown, source: Source) {
    this.exchange = exchange;
    this.body = body;
    this.source = source;
  }

  /** Runners copy plain objects to print a diff; the copy of a result keeps this one. */
  get [Symbol.toStringTag](): string {
    return 'Internals';
  }
}

/** Base class of results. */
abstract class Answer<Source> {
  /** Not enumerable, so that equality and diffs see only the content of answers. */
  declare protected readonly internals: Internals<Source>;

  constructor(exchange: Exchange, body: unknown, source: Source) {
    Object.defineProperty(this, 'internals', { value: new Internals(exchange, body, source) });
  }

  /** What went over the wire, secrets redacted. */
  get exchange(): Exchange {
    return this.internals.exchange;
  }

  /**
   * Every try of the call, in order. More than one says that it succeeded only after retries; the `reason` of each tells
   * why its answer was not taken.
   */
  get attempts(): readonly Attempt[] {
    return this.exchange.attempts;
  }
}

/** The answer to a simulation. HTTP success is not the verdict: see `response.simulationStatus` (section 7). */
export class SimulationResult<Extended extends Extension = Extension> extends Answer<Deployment> {
  /** The request, with neutral names. */
  readonly request: LooseSimulationRequest;
  /** What the service says: the member `response` of section 2.2, with neutral names and exact integers. */
  readonly response: ExtendedSimulation<Extended>;

  constructor(
    request: LooseSimulationRequest,
    response: ExtendedSimulation<Extended>,
    body: unknown,
    exchange: Exchange,
    deployment: Deployment,
  ) {
    super(exchange, body, deployment);
    this.request = request;
    this.response = response;
  }

  /** The deployment that it came from. */
  get deployment(): Deployment {
    return this.internals.source;
  }

  /** Why the answer is older than its request, in a few words: it came from a cache. Undefined for a fresh answer. */
  get staleness(): string | undefined {
    return stalenessOf(this.exchange.response);
  }

  /** The paths of members that neither the interface nor the extension of the deployment names. */
  get drift(): readonly Drift[] {
    return unknownFields(builtInsOf(this.deployment).simulate.response, this.internals.body);
  }
}

/** The observer's answer about one operation, and what it says about the inclusion of its message. */
export class InclusionRecord<Extended extends Extension = Extension> extends Answer<Deployment> {
  /** The operation that was asked about. */
  readonly operationId: string;
  /** What the service says: the member `response` of section 2.3, with neutral names and exact integers. */
  readonly response: ExtendedInclusion<Extended>;
  /** What that means by the deployment's conventions. */
  readonly verdict: InclusionVerdict;

  constructor(
    operationId: string,
    response: ExtendedInclusion<Extended>,
    body: unknown,
    exchange: Exchange,
    deployment: Deployment,
  ) {
    super(exchange, body, deployment);
    this.operationId = operationId;
    this.response = response;
    this.verdict = inclusionVerdict(response, deployment.conventions);
  }

  /** The deployment that answered. Its conventions decide the verdict. */
  get deployment(): Deployment {
    return this.internals.source;
  }

  /** When its stage was reached, by the deployment's `timestampUnit`; undefined where the answer does not say. */
  get date(): Date | undefined {
    const { timestamp } = this.response;
    const msPerUnit = this.deployment.conventions.timestampUnit === 's' ? 1000 : 1;
    return timestamp === undefined ? undefined : new Date(Number(timestamp) * msPerUnit);
  }

  /** Whether it says that the operation is rejected; undefined when it does not say. */
  get isRejected(): boolean | undefined {
    return isRejected(this.response, this.deployment.conventions);
  }

  /** Why the answer is older than its request, in a few words: it came from a cache. Undefined for a fresh answer. */
  get staleness(): string | undefined {
    return stalenessOf(this.exchange.response);
  }

  /** The paths of members and values that neither the interface nor the deployment's conventions name. */
  get drift(): readonly Drift[] {
    return [
      ...unknownFields(builtInsOf(this.deployment).inclusion.response, this.internals.body),
      ...unknownValues(this.response, this.deployment.conventions),
    ];
  }
}

/** The answer of a custom endpoint, of status 200 and the shape that its schema says. */
export class EndpointResult<Output = unknown> extends Answer<z.ZodType> {
  /** The whole JSON body, as the endpoint's schema gives it. */
  readonly response: Output;

  constructor(response: Output, schema: z.ZodType, body: unknown, exchange: Exchange) {
    super(exchange, body, schema);
    this.response = response;
  }

  /** How long the call took with all its attempts and pauses. */
  get durationMs(): number {
    return this.exchange.durationMs;
  }

  /** What the answer holds that the endpoint's schema does not name. */
  get drift(): readonly Drift[] {
    const { source, body } = this.internals;
    return unknownFields(source, body);
  }
}

/** Members besides those of section 2.3 that name the operation of an answer, in any spelling. Practice. */
const memberName = /^operation_?id$/i;

/** An operation id in an answer. */
export interface NamedOperation {
  /** The path of the id: `response.operationId`. */
  readonly path: string;
  readonly value: unknown;
}

/** Returns the operation ids in the body of an observer's answer. Ignores null and empty values. */
function namedOperations(body: unknown): NamedOperation[] {
  if (!isPlainObject(body)) return [];
  return [
    { at: '', members: body },
    { at: 'response.', members: isPlainObject(body.response) ? body.response : {} },
  ].flatMap(({ at, members }) =>
    Object.entries(members)
      .filter(([name, value]) => memberName.test(name) && value !== null && value !== '')
      .map(([name, value]) => ({ path: at + name, value })),
  );
}

/** Returns the first id in the body of an observer's answer that differs from the requested one. */
export function otherOperation(operationId: string, body: unknown): NamedOperation | undefined {
  return namedOperations(body).find(
    ({ value }) => typeof value !== 'string' || !isSameOperation(value, operationId),
  );
}

/** Returns whether two ids name the same operation. Hex ids are compared without letter case and prefix. */
export function isSameOperation(one: string, other: string): boolean {
  return one === other || operationKey(one) === operationKey(other);
}

/** Returns a key that is the same for all spellings of an operation id. */
export function operationKey(operationId: string): string {
  return /^(?:0x)?[\da-f]+$/i.test(operationId) ? operationId.toLowerCase().replace(/^0x/, '') : operationId;
}

/** Throws if an answer names a different operation than the requested one. */
export function assertSameOperation(operationId: string, { body, who, exchange }: EndpointAnswer): void {
  const other = otherOperation(operationId, body);
  if (other === undefined) return;
  const named = typeof other.value === 'string' ? other.value : formatValue(other.value);
  throw new HttpOtherOperationError(exchange, {
    summary: `${who} answered about another operation: ${exchange.redact(formatText(named, 80))}`,
    details: [
      labelled('Expected', `${other.path} ${formatText(operationId, 80)}`),
      ...exchangeLines(exchange),
      { advice: mixedUpAdvice },
    ],
  });
}

/** Objects and arrays that clients read from responses. */
const responses = sharedByCopies('responses', () => new WeakSet<object>());

/** Marks a value, and everything nested in it, as read from a response. Changes none of them: a transform may share one. */
export function markAsResponse<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !responses.has(value)) {
    responses.add(value);
    for (const member of Object.values(value)) markAsResponse(member);
  }
  return value;
}

/** Returns whether an object or array was read from a response by a client. */
export function isFromResponse(value: unknown): boolean {
  return typeof value === 'object' && value !== null && responses.has(value);
}
