import { z } from 'zod';
import { numbersAsAsked } from '../contract/numbers-as-asked.js';
import type { OperationRequest, OwnOperation } from '../contract/own-operation.js';
import { parseOwn } from '../contract/parse-own.js';
import type { Deployment } from '../deployment/deployment.js';
import { ownEndpoint } from './endpoints.js';
import { OperationResult } from './operation-result.js';
import { ownRequest } from './own-request.js';
import type { PlannedRequest } from './planned-request.js';
import { readJson } from './read-json.js';
import type { Sent } from './send.js';
import { answerMismatch, issuesOf, requestMismatch } from './validate.js';

/** An own operation of one deployment, ready to be called. */
export class OwnCall {
  readonly #operation: OwnOperation;
  readonly #endpoint: PlannedRequest['endpoint'];
  readonly #request: z.ZodType;

  constructor(operation: OwnOperation, deployment: Deployment) {
    const { query, body } = operation;
    this.#operation = operation;
    this.#endpoint = ownEndpoint(operation, deployment);
    this.#request = z.strictObject({ query: query ?? noQuery, body: body ?? noBody });
  }

  /** Plans a request. @throws {SchemaMismatchError} `REQUEST_INVALID` when it does not fit the operation's schemas. */
  plan(request: OperationRequest): PlannedRequest {
    const { name } = this.#operation;
    const parsed = parseOwn(this.#request, { ...request, query: request.query ?? {} });
    if (!parsed.success)
      throw requestMismatch(
        issuesOf(parsed),
        `request of ${name}`,
        'mend the fields, or the schemas of the operation if it takes such a request',
      );
    return { endpoint: this.#endpoint, ...ownRequest(this.#operation, request) };
  }

  /** Reads an answer. @throws {HttpBodyError | SchemaMismatchError} when it is not JSON, or of another shape. */
  read(sent: Sent): OperationResult {
    const { response: schema, name } = this.#operation;
    const body = readJson(sent, false);
    const parsed = parseOwn(schema, numbersAsAsked(schema, body));
    if (parsed.success) return new OperationResult(parsed.data, schema, body, sent.exchange);
    const { who } = sent.endpoint;
    throw answerMismatch(
      issuesOf(parsed),
      `${who} answered 200 with JSON that is not what ${name} gives`,
      sent.exchange,
    );
  }
}

const noQuery = z.strictObject({});
const noBody = z.undefined().optional();
