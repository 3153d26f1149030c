import type { z } from 'zod';
import type { Route } from '../server/router.js';

/** Parameters by their names; each is read from a text. */
export type ParameterSchemas = Readonly<Record<string, z.ZodType>>;

/** An operation of the control listener. Router, validation, OpenAPI document and clients are derived from it. */
export interface ControlOperation<
  Path extends ParameterSchemas = ParameterSchemas,
  Query extends ParameterSchemas = ParameterSchemas,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  readonly method: Route['method'];
  /** A segment that is a parameter is written `{name}`. */
  readonly path: string;
  /** What it does, in one sentence. */
  readonly summary: string;
  readonly pathParameters: Path;
  /** Each of them may be left out. */
  readonly query: Query;
  /** Absent when it takes none. One that accepts undefined may be left out. */
  readonly body?: Body;
  /** The answer of status 200. */
  readonly answer: Answer;
  /** The reasons for rejections by status, except those of every request. */
  readonly rejections: Readonly<Record<number, string>>;
}

/** Declares an operation of the control listener, with defaults for absent members. */
export function controlOperation<
  Answer extends z.ZodType,
  Body extends z.ZodType = z.ZodUndefined,
  Path extends ParameterSchemas = Record<never, never>,
  Query extends ParameterSchemas = Record<never, never>,
>(
  declared: Pick<ControlOperation, 'method' | 'path' | 'summary'> & {
    readonly answer: Answer;
    readonly body?: Body;
    readonly pathParameters?: Path;
    readonly query?: Query;
    readonly rejections?: Readonly<Record<number, string>>;
  },
): ControlOperation<Path, Query, Body, Answer> {
  return { pathParameters: {} as Path, query: {} as Query, rejections: {}, ...declared };
}

/** What an operation is given. */
export interface Given<Operation extends ControlOperation> {
  readonly path: {
    readonly [Name in keyof Operation['pathParameters']]: z.output<Operation['pathParameters'][Name]>;
  };
  readonly query: {
    readonly [Name in keyof Operation['query']]?: z.output<Operation['query'][Name]> | undefined;
  };
  readonly body: Operation extends ControlOperation<ParameterSchemas, ParameterSchemas, infer Body, z.ZodType>
    ? z.output<Body>
    : never;
}

/** What an operation answers. */
export type AnswerOf<Operation extends ControlOperation> = Unchanging<z.output<Operation['answer']>>;

type Unchanging<T> = T extends readonly (infer Item)[]
  ? readonly Unchanging<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Unchanging<T[Name]> }
    : T;
