import type { TokenAmount } from '../../contract/responses.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';

/** The phases of a campaign, in their order. */
export const phaseNames = [
  'smoke',
  'corpus',
  'coverage',
  'valid',
  'invalid',
  'metamorphic',
  'stateful',
  'wire',
  'endpoints',
] as const;

/** The name of a phase. */
export type PhaseName = (typeof phaseNames)[number];

/** Everything that one case sends, and what is expected of each request. Plain data: it is written to the corpus as JSON. */
export interface CasePlan {
  readonly phase: PhaseName;
  /** The kind of case in its phase, in a few words with dashes: `key-order`, `overflow-by-one`, `slow-body`. */
  readonly kind: string;
  /** Consecutive steps; the requests of one step are concurrent. */
  readonly steps: readonly CaseStep[];
  /** The answers that must agree, in a metamorphic case. */
  readonly relation?: CaseRelation | undefined;
  /** What grows, in a case that measures response times. */
  readonly growth?: CaseGrowth | undefined;
}

/** Concurrent requests. */
export interface CaseStep {
  /** How long to wait before it, in milliseconds. Default: 0. */
  readonly pauseMs?: number | undefined;
  readonly requests: readonly CaseRequest[];
}

/** What grows from request to request of a case. */
export interface CaseGrowth {
  readonly dimension: (typeof growthDimensions)[number];
  /** The field that grows, with neutral names. */
  readonly path: string;
  /** Its size in each request: assets, characters or levels; 0 in baseline requests. */
  readonly sizes: readonly number[];
}

/** What can grow in a request: the number of assets, the length of a text, the nesting depth. */
export const growthDimensions = ['assets', 'text', 'depth'] as const;

/** Which answers of a case must agree. */
export interface CaseRelation {
  readonly name: RelationName;
  /**
   * The indexes of two requests each, counted from 0 over all steps. Pairs with the same second request are one comparison: a
   * difference counts if all of them show the same one.
   */
  readonly pairs: readonly (readonly [number, number])[];
}

/** The relations between requests that must get the same answer. */
export const relationNames = [
  'determinism',
  'key-order',
  'absent-or-default',
  'asset-order',
  'split-amounts',
  'address-case',
  'address-form',
  'isolation',
  'concurrency',
] as const;

/** The name of a relation. */
export type RelationName = (typeof relationNames)[number];

/** One request of a case, as HTTP or as raw bytes. */
export type CaseRequest = HttpCaseRequest | WireCaseRequest;

/** A request that is sent as HTTP. */
export interface HttpCaseRequest {
  /** `simulate`, `inclusion`, or the name of a custom endpoint. */
  readonly endpoint: string;
  /** Default: the endpoint's. */
  readonly method?: string | undefined;
  /**
   * Of a custom endpoint with params: its path with them in it, encoded; `{alpha}` and `{beta}` are still open, so that a
   * case is the same for other chain names. Default: the endpoint's.
   */
  readonly path?: string | undefined;
  /** The query after `?`, encoded as sent. Default: none. */
  readonly query?: string | undefined;
  /** Headers in addition to those of the deployment, in lower case. Default: the content type JSON if there is a body. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: CaseBody | undefined;
  readonly expect: Expectation;
}

/** A body: text, or bytes that are not UTF-8. */
export type CaseBody = string | { readonly base64: string };

/**
 * A request that is written to a socket as it stands. `{path}`, `{host}` and `{headers}` in its texts are what the
 * deployment has: path of the endpoint, host with port, header lines (each ended by CR LF) with credentials.
 */
export interface WireCaseRequest {
  /** `simulate`, `inclusion`, or the name of a custom endpoint. */
  readonly endpoint: string;
  readonly wire: readonly WirePart[];
  readonly expect: Expectation;
}

/** A piece of data for a socket. */
export interface WirePart {
  /** How long to wait before it is written, in milliseconds. Default: 0. */
  readonly pauseMs?: number | undefined;
  readonly bytes: CaseBody;
  /** How often it is written. Default: 1. */
  readonly times?: number | undefined;
  /** Closes the sending half of the connection after it. Default: false. */
  readonly end?: boolean | undefined;
}

/** The expected content of an outgoing message. Absent members may have any value. */
export interface ExpectedMessage {
  readonly callerAddress?: string | undefined;
  readonly payload?: string | undefined;
  /** In decimal digits. */
  readonly shardsKey?: string | undefined;
  readonly targetAddress?: string | undefined;
  /** Tokens that it burns and locks, without amounts. */
  readonly burned?: readonly string[] | undefined;
  readonly locked?: readonly string[] | undefined;
}

/** A text that the error of a simulation must contain, or the contract error that it must be. */
export type ExpectedError = string | { readonly errorName: string; readonly args: readonly string[] };

/** The expected outcome of a request. */
export type Expectation =
  /** A valid simulation request, which must get a verdict. */
  | {
      readonly kind: 'simulated';
      readonly request: LooseSimulationRequest;
      /** Whether the call must succeed, if known. */
      readonly succeeds?: boolean | undefined;
      /** What its outgoing messages must burn and lock in total, one entry per token, if known. */
      readonly returns?: readonly TokenAmount[] | undefined;
      /** The content of its outgoing messages, in order, if known. */
      readonly sends?: readonly ExpectedMessage[] | undefined;
      /** Why it must fail, if known. */
      readonly fails?: ExpectedError | undefined;
    }
  /** An invalid request: rejected with a 4xx status. `path` names the field with neutral names, `''` the whole. */
  | { readonly kind: 'rejected'; readonly mutation: string; readonly path: string; readonly reason: string }
  /** A query for an operation that the deployment knows. */
  | {
      readonly kind: 'known';
      readonly operationId: string;
      /** The spelling of the id, if it differs from the deployment's: `upper-case`. Default: the deployment's. */
      readonly spelling?: string | undefined;
    }
  /** A query for a well-formed unknown id. */
  | { readonly kind: 'unknown'; readonly operationId: string }
  /** A valid request of a custom endpoint. A 404 means that the requested item does not exist, unless `exists` is set. */
  | { readonly kind: 'answered'; readonly exists?: boolean | undefined }
  /** A method that the endpoint does not have. */
  | { readonly kind: 'wrong-method' }
  /** Anything that is not a failure of the server: a rejection, an answer, or a closed connection. */
  | { readonly kind: 'no-server-error'; readonly reason: string };
