import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { LocalDeploymentError, UsageError } from '../../errors.js';
import { optionIssues } from '../../internal/options.js';
import { formatText } from '../../internal/print.js';
import { Rejection } from '../server/rejection.js';
import { type BodyLimits, fieldIssues, readJsonBody } from '../server/request-body.js';
import type { Route } from '../server/router.js';
import type { AnswerOf, ControlOperation, Given, ParameterSchemas } from './control-operation.js';

const noBody = z.strictObject({}).optional();

/** Does what an operation is declared to do. Throws a UsageError for what cannot be done as things are. */
export type Handler<Operation extends ControlOperation> = (
  given: Given<Operation>,
) => Promise<AnswerOf<Operation>> | AnswerOf<Operation>;

/** What a route needs besides its declaration. */
export interface RouteOptions extends BodyLimits {
  /** Called if the deployment failed. The client gets its message. */
  readonly onFault: (error: unknown) => unknown;
  /** Says what is wrong with a body, where its schema does not say it best. */
  readonly bodyIssues?: ((body: unknown) => readonly string[]) | undefined;
}

/** Creates a route from a declaration. Validates all input with the declaration first. */
export function operationRoute<Operation extends ControlOperation>(
  operation: Operation,
  handle: Handler<Operation>,
  options: RouteOptions,
): Route {
  const { method, path, pathParameters, query, body } = operation;
  return {
    method,
    path,
    parameters: [],
    optionalParameters: Object.keys(query),
    async answer({ message: request, pathValues }, queryValues) {
      const given = {
        path: parametersOf(pathParameters, pathValues),
        query: parametersOf(query, Object.fromEntries(queryValues)),
        body: await readBody(request, body ?? noBody, options),
      };
      try {
        return await handle(given as unknown as Given<Operation>);
      } catch (error) {
        if (error instanceof UsageError) throw new Rejection(409, oneLine(error));
        if (!(error instanceof LocalDeploymentError)) throw error;
        options.onFault(error);
        throw new Rejection(error.code === 'DEPLOYMENT_STOPPED' ? 503 : 500, formatText(error.summary));
      }
    },
  };
}

/** What an error says, on one line. */
export function oneLine({ message }: Error): string {
  const [summary, ...details] = message.split(/\n+/);
  return details.length === 0 ? message : `${summary}: ${details.join('; ')}`;
}

async function readBody(
  request: IncomingMessage,
  schema: z.ZodType,
  {
    bodyIssues = (body) =>
      fieldIssues(schema, body, 'the body').map(({ path, message }) => `${path} ${message}`),
    ...limits
  }: RouteOptions,
): Promise<unknown> {
  if (!hasBody(request) && schema.safeParse(undefined).success) return undefined;
  const body = await readJsonBody(request, limits);
  reject(bodyIssues(body));
  return body;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function parametersOf(
  schemas: ParameterSchemas,
  texts: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const given = Object.entries(schemas).filter(([name]) => texts[name] !== undefined);
  const faults = given.flatMap(([name, schema]) => optionIssues(schema, texts[name], name));
  reject(faults.map(({ path, message }) => `${path} ${message}`));
  return Object.fromEntries(given.map(([name, schema]) => [name, schema.parse(texts[name])]));
}

function reject(faults: readonly string[]): void {
  if (faults.length > 0) throw new Rejection(400, faults.join('; '));
}
