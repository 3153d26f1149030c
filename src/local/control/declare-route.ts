import { z } from 'zod';
import type { Dialect } from '../../contract/dialect.js';
import { LocalDeploymentError, UsageError } from '../../errors.js';
import { isPlainObject } from '../../internal/objects.js';
import { type OptionIssue, optionIssues } from '../../internal/options.js';
import { formatText } from '../../internal/print.js';
import type { Faults } from '../faults/faults.js';
import { UnknownOperationError } from '../model/control-data.js';
import type { LocalDescription } from '../model/local-description.js';
import { Rejection } from '../model/rejection.js';
import type { Content } from '../server/http-answer.js';
import type { RequestJournal } from '../server/request-journal.js';
import type { SourceChain } from '../source-chain/source-chain.js';

/** The parts of a deployment that its routes control. */
export interface ControlledDeployment {
  readonly description: LocalDescription;
  readonly source: SourceChain;
  readonly faults: Faults;
  readonly journal: RequestJournal;
  readonly snapshots: Snapshots;
  /** Returns a stream of everything that happens from now on. Throws a {@link Rejection} 503 when too many are open. */
  readonly openEvents: () => Content;
}

/** Maximum number of snapshots, so that a suite that takes one for each test does not exhaust the memory. */
export const maxSnapshots = 100;

/** The newest snapshots of a deployment: what restores each, by its name. */
export class Snapshots {
  readonly #restores = new Map<string, () => Promise<void>>();
  #taken = 0;

  /** Adds a snapshot, and drops the oldest if there are too many. Returns its name. */
  add(restore: () => Promise<void>): string {
    const name = `snapshot-${++this.#taken}`;
    this.#restores.set(name, restore);
    this.#restores.delete(`snapshot-${this.#taken - maxSnapshots}`);
    return name;
  }

  find(name: string): (() => Promise<void>) | undefined {
    return this.#restores.get(name);
  }
}

/** Schemas of values by name. */
type Shape = Readonly<Record<string, z.ZodType>>;

/**
 * A route of the control API. The server, the handles in the same process and in other ones, validation and the OpenAPI
 * document are derived from it. Inputs and answers have the names of the deployment, as on the wire.
 */
export interface ControlRoute<
  Answer extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Path extends Shape = Shape,
  Query extends Shape = Shape,
  Method = unknown,
> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** A segment that is a parameter is written `{name}`. */
  readonly path: string;
  /** What it does, in one sentence. */
  readonly summary: string;
  readonly pathParameters: Path;
  /** Each parameter is optional. */
  readonly query: Query;
  /** Absent if the route takes no body. A body that may be undefined is optional. */
  readonly body?: Body;
  /** The schemas of a whole input. */
  readonly schemas: Readonly<Record<keyof GivenInput, z.ZodType>>;
  /** Returns the issues of a body, if its schema reports them less well. `whole` is the path of the body itself. */
  readonly bodyIssues?: (body: unknown, whole: string) => readonly OptionIssue[];
  /** The answer of status 200. */
  readonly answer: Answer;
  /** What it sends as server-sent events, if its answer is a stream of them and not JSON. */
  readonly stream?: string;
  /** The reasons for rejections by status, except those of every request. */
  readonly rejections: Readonly<Record<number, string>>;
  /** Whether it changes which faults are set. Failures of assertions name them. */
  readonly changesFaults?: boolean;
  /**
   * Does what the route is for, with validated input. Throws a {@link Rejection} 404 if something does not exist, and a
   * UsageError if it is not possible now.
   */
  run(
    local: ControlledDeployment,
    input: ControlInput<Body, Path, Query>,
  ): Promise<AnswerOf<Answer>> | AnswerOf<Answer>;
  /** What users call the method of the handle, if that is not the name of the route. */
  readonly methodName?: string;
  /** Returns the method of the handle; `call` validates an input and runs the route. Absent if the handle has none. */
  handle?(call: (input?: GivenInput) => Promise<AnswerOf<Answer>>): Method;
}

/** An input before it is validated. */
export interface GivenInput {
  readonly path?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** A validated input. */
interface ControlInput<Body extends z.ZodType, Path extends Shape, Query extends Shape> {
  readonly path: { readonly [Name in keyof Path]: z.output<Path[Name]> };
  readonly query: { readonly [Name in keyof Query]?: z.output<Query[Name]> | undefined };
  readonly body: z.output<Body>;
}

/** The answer of a route. */
export type AnswerOf<Answer extends z.ZodType> = Unchanging<z.output<Answer>>;

type Unchanging<T> = T extends string
  ? T
  : T extends object
    ? { readonly [Name in keyof T]: Unchanging<T[Name]> }
    : T;

const noBody = z
  .unknown()
  .refine(
    (body) => body === undefined || (isPlainObject(body) && Object.keys(body).length === 0),
    'must be empty',
  );

/** Declares a route, with defaults for absent members. */
export function route<
  const Verb extends ControlRoute['method'],
  const Pattern extends string,
  Answer extends z.ZodType,
  Body extends z.ZodType = z.ZodUndefined,
  Path extends Shape = Record<never, never>,
  Query extends Shape = Record<never, never>,
  Method = undefined,
>(
  declared: Omit<
    ControlRoute<Answer, Body, Path, Query, Method>,
    'method' | 'path' | 'pathParameters' | 'query' | 'rejections' | 'schemas'
  > & {
    readonly method: Verb;
    readonly path: Pattern;
    readonly pathParameters?: Path;
    readonly query?: Query;
    readonly rejections?: Readonly<Record<number, string>>;
  },
): ControlRoute<Answer, Body, Path, Query, Method> & { readonly method: Verb; readonly path: Pattern } {
  const { pathParameters = {} as Path, query = {} as Query, rejections = {}, body = noBody } = declared;
  const schemas = { path: z.strictObject(pathParameters), query: z.strictObject(query).partial(), body };
  return { ...declared, pathParameters, query, rejections, schemas };
}

/**
 * Returns the issues of an input. Handles and the server validate with it.
 *
 * @param whole - What messages call the body.
 */
export function inputIssues(
  { schemas, bodyIssues }: ControlRoute,
  { path = {}, query = {}, body }: GivenInput,
  whole: string,
): readonly OptionIssue[] {
  const issues = [
    ...optionIssues(schemas.path, path),
    ...optionIssues(schemas.query, query),
    ...(bodyIssues?.(body, whole) ?? optionIssues(schemas.body, body)),
  ];
  return issues.map((issue) => (issue.path === 'options' ? { ...issue, path: whole } : issue));
}

/**
 * The header with the `startId` that a client connected to. Another start answers 412, because its operations, snapshots and
 * faults may have the same names.
 */
export const startIdHeader = 'crosscheck-start-id';

/** Maximum length of the message of a rejection, so that in-process and remote handles have the same. */
export const maxRejectionText = 2000;

/**
 * Runs a route.
 *
 * @param given - A valid input.
 * @throws Rejection 404 or 409 with the names of the deployment, if something does not exist or is not possible now.
 * @throws {LocalDeploymentError} if the deployment failed. Its class and message are those that another process can know;
 * the error of the engine is its cause.
 */
export async function runRoute(
  route: ControlRoute,
  local: ControlledDeployment,
  { path = {}, query = {}, body }: GivenInput,
  { toWireText }: Pick<Dialect, 'toWireText'>,
): Promise<unknown> {
  try {
    return await route.run(local, { path: path as never, query: query as never, body });
  } catch (error) {
    if (error instanceof Rejection) throw error;
    if (error instanceof LocalDeploymentError)
      throw new LocalDeploymentError(error.code, {
        summary: formatText(error.summary, maxRejectionText),
        cause: error,
      });
    if (!(error instanceof UsageError))
      throw new LocalDeploymentError('DEPLOYMENT_ENGINE_FAILED', {
        summary: 'The local deployment failed with an internal error',
        cause: error,
      });
    const status = error instanceof UnknownOperationError ? 404 : 409;
    throw new Rejection(status, formatText(toWireText(oneLine(error)), maxRejectionText));
  }
}

function oneLine({ message }: Error): string {
  const [summary, ...details] = message.split(/\n+/);
  return details.length === 0 ? message : `${summary}: ${details.join('; ')}`;
}
