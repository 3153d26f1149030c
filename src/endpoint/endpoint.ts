import type { z } from 'zod';
import type { ChainNames } from '../contract/dialect.js';

/** A request of an endpoint: the params of its path, the query and the body. */
export interface EndpointRequest {
  /** A value for each place in braces of the path, as the endpoint's schema `params` takes them. */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** Names and values, as the endpoint's schema `query` takes them. */
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  /** The JSON body, as the endpoint's schema `body` takes it. */
  readonly body?: unknown;
}

/**
 * An endpoint of the service: a built-in one, or a custom one that `defineEndpoint` returns (section 4.3). Plain data and
 * zod schemas; immutable.
 */
export interface Endpoint<
  Query extends z.ZodObject | undefined = z.ZodObject | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Response extends z.ZodType = z.ZodType,
  Params extends z.ZodObject | undefined = z.ZodObject | undefined,
> {
  /** In lower case with dashes. Findings, reports and commands use this name. */
  readonly name: string;
  readonly server: 'simulator' | 'observer';
  readonly method: 'GET' | 'POST';
  /** Under the server's base URL; `{alpha}` and `{beta}` stand for the deployment's chain names, others for params. */
  readonly path: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly response: Response;
  /** Whether it changes nothing, so that smoke runs and campaigns may call it. */
  readonly readOnly: boolean;
  /** The statuses of errors that it is known to answer with. */
  readonly statuses: readonly number[];
  /** A request that is known to be valid. */
  readonly example: EndpointRequest | undefined;
}

// Symbol.for: two copies of the package recognize each other's endpoints. Not enumerable: printing and copies omit it.
export const endpointBrand = Symbol.for('crosscheck.endpoint');

/** Returns whether a value was returned by `defineEndpoint` of any copy of the package. */
export function isCustomEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, endpointBrand);
}

/** The options of a custom endpoint, one that the interface does not show. */
export interface EndpointOptions<
  Query extends z.ZodObject | undefined = z.ZodObject | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Response extends z.ZodType = z.ZodType,
  Params extends z.ZodObject | undefined = z.ZodObject | undefined,
> {
  /** In lower case with dashes: `shard-statistics`. Not `simulate` or `inclusion`. */
  readonly name: string;
  /** Which of the two servers has it. */
  readonly server: 'simulator' | 'observer';
  readonly method: 'GET' | 'POST';
  /**
   * Under the server's base URL: `/{beta}/observer/operations/{operationId}`. `{alpha}` and `{beta}` stand for the
   * deployment's chain names; other braces hold a whole segment each, and are the names of `params`.
   */
  readonly path: string;
  /** What stands in the path's other braces: a zod object of texts, numbers and booleans. Default: nothing. */
  readonly params?: Params;
  /** What may stand after `?`: a zod object of texts, numbers, booleans and lists of them. Default: nothing. */
  readonly query?: Query;
  /** The JSON body of the request. Default: none. */
  readonly body?: Body;
  /** The JSON body of an answer with status 200. Integers may be `z.int()`, or `z.bigint()` to be exact beyond 2^53. */
  readonly response: Response;
  /** Whether it changes nothing, so that smoke runs and campaigns may call it. Default: whether the method is GET. */
  readonly readOnly?: boolean | undefined;
  /** The statuses of errors that it is known to answer with. Default: 400, 404 and 500 (practice). */
  readonly statuses?: readonly number[] | undefined;
  /** A request that is known to be valid, for smoke runs. Default: none. */
  readonly example?: EndpointRequest | undefined;
}

/** What the options of an endpoint with this path must have: `params`, if the path has any. */
export type PathOptions<Path extends string> = string extends Path
  ? unknown
  : Path extends `${string}{${infer Name}}${infer Rest}`
    ? (Name extends 'alpha' | 'beta' ? unknown : { readonly params: z.ZodObject<Record<Name, z.ZodType>> }) &
        PathOptions<Rest>
    : unknown;

/** The parts of a request. In params and query all values are texts. */
export type RequestPart = 'params' | 'query' | 'body';

/** Returns the parts that the requests of an endpoint have, with their schemas. */
export function requestParts({
  params,
  query,
  body,
}: Partial<Pick<Endpoint, RequestPart>>): [RequestPart, z.ZodType][] {
  const parts = Object.entries({ params, query, body }) as [RequestPart, z.ZodType | undefined][];
  return parts.filter((part): part is [RequestPart, z.ZodType] => part[1] !== undefined);
}

/** What `client.call` takes for an endpoint: `{ params, query, body }`, each only where the endpoint has one. */
export type EndpointInput<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>;

/** The answer of an endpoint: the whole JSON body, as its schema returns it. */
export type EndpointOutput<E extends Endpoint> = z.output<E['response']>;

/** A part of a request; optional if the schema requires nothing. */
type Part<Name extends string, Schema extends z.ZodType | undefined> = [Schema] extends [z.ZodType]
  ? Record<never, never> extends z.input<Schema>
    ? { readonly [Member in Name]?: z.input<Schema> | undefined }
    : { readonly [Member in Name]: z.input<Schema> }
  : { readonly [Member in Name]?: undefined };

/** The form of endpoint names: lowercase with dashes. */
export const endpointNameForm = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** Inserts the chain names into the path of an endpoint; the braces of params stay. */
export function endpointPath(template: string, { alpha, beta }: ChainNames): string {
  return template.replaceAll('{alpha}', alpha).replaceAll('{beta}', beta);
}

/** The params in a path: all braces except those of the chains. */
export const pathParam = /\{(?!(?:alpha|beta)\})([^{}]*)\}/g;

/** Returns whether a value can be a path segment; URLs resolve `.` and `..`. */
export function isSegment(value: unknown): boolean {
  return !['', '.', '..'].includes(String(value));
}
