import { z } from 'zod';
import type { Call, CollectedResponse, FailureKind } from '../client/call.js';
import { isUtf8Text, type JsonBody, jsonBody } from '../client/call-endpoint.js';
import { sentCredentials } from '../client/evidence.js';
import { failureOf } from '../client/network-failure.js';
import {
  type InclusionResponse,
  inclusionResponseSchema,
  type Simulation,
  type SimulationResponse,
  simulationResponseSchema,
} from '../contract/responses.js';
import type { Deployment } from '../deployment/deployment.js';
import { type BuiltInEndpointName, builtInsOf, isBuiltIn, parseAnswer } from '../endpoint/built-in.js';
import { isPlainObject } from '../internal/objects.js';
import { object } from '../internal/options.js';
import { pathText } from '../internal/print.js';
import { type CasePlan, type CaseRequest, caseRequestSchema } from './case-plan.js';

/** The observations of all requests of a case, in the planned order. */
export interface ObservedCase {
  readonly plan: CasePlan;
  readonly observations: readonly Observation[];
}

const requestSpan = object({
  /** In milliseconds of the campaign's clock, which never goes back. */
  startMs: z.number(),
  endMs: z.number(),
  /** The end in milliseconds of unix time. */
  endedAtMs: z.number(),
});

/** When a request was in progress: from before it was sent until after its answer arrived. */
export interface RequestSpan extends Readonly<z.output<typeof requestSpan>> {}

const observedFailure = object({
  kind: z.enum(['timeout', 'too-large', 'network', 'closed'] satisfies Exclude<FailureKind, 'aborted'>[]),
  message: z.string(),
});

/** Why there is no complete answer. */
export interface ObservedFailure extends Readonly<z.output<typeof observedFailure>> {}

const answer = object({
  status: z.number(),
  /** Names in lower case; values of a repeated one joined by a comma. */
  headers: z.record(z.string(), z.string()).readonly(),
  /** Bytes that are not UTF-8 read as U+FFFD. */
  text: z.string(),
  isUtf8: z.boolean(),
  /** Whether it contains a credential that was sent. */
  echoesCredential: z.boolean(),
  /** Which credentials it may contain, and where: `the value of authorization at response.message`. */
  credentialEcho: z.string().optional(),
  /** The body as JSON with exact integers (bigint), or why it is not JSON, in a few words. */
  json: z.union([object({ value: z.unknown() }), object({ issue: z.string() })]),
  /** The member `response` of a simulation answer with status 200 that has the interface's shape, with neutral names. */
  simulation: simulationResponseSchema.shape.response.optional(),
  /** The same of an inclusion answer. */
  inclusion: inclusionResponseSchema.shape.response.optional(),
});

/** An answer, read once for all checks. */
export interface Answer extends Readonly<z.output<typeof answer>> {}

const observation = object({
  request: caseRequestSchema,
  /** The answer, if it is complete. */
  answer: z.optional<z.ZodType<Answer>>(answer),
  /** The answers with 429 or 503 after which the request was sent again, in order. Absent if there were none. */
  retried: z.array<z.ZodType<Answer>>(answer).readonly().optional(),
  /** Why there is no complete answer. */
  failure: z.optional<z.ZodType<ObservedFailure>>(observedFailure),
  /** From the first byte sent to the end, in milliseconds. */
  durationMs: z.number(),
  /** When it was in progress. Absent if not measured; the steps of the case then determine the order. */
  span: z.optional<z.ZodType<RequestSpan>>(requestSpan),
});

/** The outcome of one request. */
export interface Observation extends Readonly<z.output<typeof observation>> {}

/**
 * Returns the observation of a request.
 *
 * @param retried - Earlier calls of the same request.
 * @throws the reason of the signal that ended the call.
 */
export function observe(
  request: CaseRequest,
  call: Call,
  deployment: Deployment,
  retried: readonly Call[] = [],
): Observation {
  const { outcome, exchange } = call;
  const answersOf = (one: Call): ReadAnswer[] =>
    one.outcome.kind === 'response'
      ? [new ReadAnswer(request.endpoint, one, one.outcome.response, deployment)]
      : [];
  const common = {
    request,
    durationMs: exchange.durationMs,
    ...(retried.length > 0 ? { retried: retried.flatMap(answersOf) } : {}),
  };
  if (outcome.kind === 'response') return { ...common, answer: answersOf(call)[0] };
  if (outcome.kind === 'aborted') throw outcome.error;
  const message =
    outcome.kind === 'too-large'
      ? `more than ${deployment.maxResponseBytes} bytes, the limit maxResponseBytes; raise it if such answers are right`
      : exchange.redact(failureOf(outcome));
  return { ...common, failure: { kind: outcome.kind, message } };
}

/** An answer whose parts are parsed once, when first needed. Many checks use only the status. */
class ReadAnswer implements Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly isUtf8: boolean;
  readonly #endpoint: string;
  readonly #deployment: Deployment;
  readonly #call: Call;
  readonly #response: CollectedResponse;
  #json: JsonBody | undefined;
  #response200: { readonly value: unknown } | undefined;
  #echoesCredential: boolean | undefined;

  constructor(endpoint: string, call: Call, response: CollectedResponse, deployment: Deployment) {
    this.status = response.status;
    this.headers = response.headers;
    this.text = call.text;
    this.isUtf8 = isUtf8Text(call.text, response.body);
    this.#endpoint = endpoint;
    this.#deployment = deployment;
    this.#call = call;
    this.#response = response;
  }

  get echoesCredential(): boolean {
    this.#echoesCredential ??= this.#call.exchange.redact(this.text) !== this.text;
    return this.#echoesCredential;
  }

  get credentialEcho(): string | undefined {
    const { exchange } = this.#call;
    const names = sentCredentials(exchange);
    if (!this.echoesCredential || names.length === 0) return undefined;
    const path =
      'value' in this.json ? pathWhere(this.json.value, (text) => exchange.redact(text) !== text) : undefined;
    return `the value of ${names.join(' or ')}${path === undefined ? '' : ` at ${pathText(path)}`}`;
  }

  get json(): JsonBody {
    // The schemas of custom endpoints use the names on the wire.
    this.#json ??= jsonBody(this.#response, this.text, isBuiltIn(this.#endpoint));
    return this.#json;
  }

  get simulation(): Simulation | undefined {
    return this.#endpoint === 'simulate' ? (this.#shaped() as Simulation | undefined) : undefined;
  }

  get inclusion(): InclusionResponse['response'] | undefined {
    return this.#endpoint === 'inclusion'
      ? (this.#shaped() as InclusionResponse['response'] | undefined)
      : undefined;
  }

  /** Returns the member `response` of a valid answer, with neutral names. */
  #shaped(): unknown {
    this.#response200 ??= { value: this.#read() };
    return this.#response200.value;
  }

  #read(): unknown {
    if (this.status !== 200 || 'issue' in this.json) return undefined;
    const { dialect } = this.#deployment;
    const endpoint = builtInsOf(this.#deployment)[this.#endpoint as BuiltInEndpointName];
    const parsed = parseAnswer(endpoint, this.json.value);
    if (!parsed.success) return undefined;
    const { response } = parsed.data as SimulationResponse | InclusionResponse;
    return endpoint.name === 'simulate'
      ? dialect.fromWireSimulation(response as Simulation)
      : dialect.fromWireInclusion(response as InclusionResponse['response']);
  }
}

/** Returns the path of the first text in a JSON value that meets a condition. */
function pathWhere(value: unknown, isMeant: (text: string) => boolean): PropertyKey[] | undefined {
  if (typeof value === 'string') return isMeant(value) ? [] : undefined;
  if (!Array.isArray(value) && !isPlainObject(value)) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const path = pathWhere(member, isMeant);
    if (path !== undefined) return [Array.isArray(value) ? Number(name) : name, ...path];
  }
  return undefined;
}
