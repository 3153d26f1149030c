import type { FailureKind } from '../client/evidence.js';
import { failureOf } from '../client/network-failure.js';
import { isUtf8Text, type JsonBody, jsonBody } from '../client/read-json.js';
import type { Call, CollectedResponse } from '../client/transport.js';
import {
  type InclusionResponse,
  inclusionResponseSchema,
  type Simulation,
  type SimulationResponse,
  simulationResponseSchema,
} from '../contract/responses.js';
import type { Deployment } from '../deployment/deployment.js';
import { isBuiltIn } from '../endpoint/built-in.js';

/** The outcome of a request, for checks. */
interface Observed<Request> {
  readonly request: Request;
  readonly answer?: ReadAnswer | undefined;
  readonly retried?: readonly ReadAnswer[] | undefined;
  readonly failure?: { readonly kind: Exclude<FailureKind, 'aborted'>; readonly message: string } | undefined;
  readonly durationMs: number;
}

/**
 * Returns the observation of a request.
 *
 * @param retried - Earlier calls of the same request.
 * @throws the reason of the signal that ended the call.
 */
export function observe<Request extends { readonly endpoint: string }>(
  request: Request,
  call: Call,
  deployment: Deployment,
  retried: readonly Call[] = [],
): Observed<Request> {
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
  const message = exchange.redact(failureOf(outcome));
  return { ...common, failure: { kind: outcome.kind, message } };
}

/** An answer whose parts are parsed once, when first needed. Many checks use only the status. */
class ReadAnswer {
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

  get json(): JsonBody {
    // The schemas of custom endpoints use the names on the wire.
    this.#json ??= jsonBody(
      this.#response,
      this.text,
      isBuiltIn(this.#endpoint)
        ? { isOfInterface: true, ...this.#deployment.conventions }
        : { isOfInterface: false },
    );
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
    const body = this.json.value;
    if (this.#endpoint === 'simulate')
      return simulationResponseSchema.safeParse(body).success
        ? (body as SimulationResponse).response
        : undefined;
    return inclusionResponseSchema.safeParse(body).success
      ? this.#deployment.dialect.fromWireInclusion((body as InclusionResponse).response)
      : undefined;
  }
}
