import { z } from 'zod';
import { numbersAsAsked, unknownMembers } from '../contract/schema-introspection.js';
import type { Deployment } from '../deployment/deployment.js';
import type { Endpoint, EndpointRequest } from '../endpoint/endpoint.js';
import { endpointRequest } from '../endpoint/endpoint-request.js';
import { parseEndpointRequest } from '../endpoint/parse-endpoint-request.js';
import { type SchemaIssue, UsageError } from '../errors.js';
import { pathText, printValue } from '../internal/print.js';
import { markAnswered } from './answered.js';
import { EndpointResult } from './endpoint-result.js';
import { resolveEndpoint } from './endpoints.js';
import type { PlannedRequest } from './planned-request.js';
import { readJson } from './read-json.js';
import type { Sent } from './send.js';
import { answerMismatch, issuesOf, requestMismatch } from './validate.js';

/** A custom endpoint of one deployment, ready to be called. */
export class EndpointCall {
  readonly #endpoint: Endpoint;
  readonly #deployment: Deployment;
  readonly #request: z.ZodType;

  constructor(endpoint: Endpoint, deployment: Deployment) {
    const { params, query, body } = endpoint;
    this.#endpoint = endpoint;
    this.#deployment = deployment;
    this.#request = z.strictObject({
      params: params ?? nothing,
      query: query ?? nothing,
      body: body ?? noBody,
    });
  }

  /**
   * Plans a request.
   *
   * @throws {UsageError} for what is no request.
   * @throws {SchemaMismatchError} `REQUEST_INVALID` when it does not fit the endpoint's schemas.
   */
  plan(request: EndpointRequest): PlannedRequest {
    const { name, params, query: querySchema } = this.#endpoint;
    if (typeof request !== 'object' || request === null)
      throw new UsageError(
        `call takes a request of ${name} as { params, query, body }, got ${printValue(request)}`,
      );
    const parsed = parseEndpointRequest(this.#request, {
      ...request,
      params: request.params ?? {},
      query: request.query ?? {},
    });
    const issues = [
      ...issuesOf(parsed),
      ...unknownIssues('params', params, request.params),
      ...(this.#deployment.conventions.additionalRequestMembers === 'allow'
        ? []
        : unknownIssues('query', querySchema, request.query)),
    ];
    if (issues.length > 0)
      throw requestMismatch(
        issues,
        `request of ${name}`,
        'mend the fields, or the schemas of the endpoint if it takes such a request',
      );
    const { path, query, body } = endpointRequest(this.#endpoint, request);
    return { endpoint: resolveEndpoint(this.#endpoint, this.#deployment, path), query, body };
  }

  /** Reads an answer. @throws {HttpBodyError | SchemaMismatchError} when it is not JSON, or of another shape. */
  read(sent: Sent): EndpointResult {
    const { response: schema, name } = this.#endpoint;
    const body = readJson(sent, { isOfInterface: false });
    const parsed = parseEndpointRequest(schema, numbersAsAsked(schema, body));
    if (parsed.success) return new EndpointResult(markAnswered(parsed.data), schema, body, sent.exchange);
    const { who } = sent.endpoint;
    throw answerMismatch(
      issuesOf(parsed),
      `${who} answered 200 with JSON that is not what ${name} gives`,
      sent.exchange,
      `mend the service, or what defineEndpoint says of the response of ${name}`,
    );
  }
}

/** What the schema would drop, and the service get all the same. */
function unknownIssues(
  part: 'params' | 'query',
  schema: z.ZodObject | undefined,
  value: object | undefined,
): SchemaIssue[] {
  return unknownMembers(schema, value).map(({ name, message }) => ({
    path: pathText([part, name]),
    message,
  }));
}

const nothing = z.strictObject({});
const noBody = z.undefined().optional();
