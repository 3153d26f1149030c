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
  /** What of the phase it is, in a few words with dashes: `key-order`, `overflow-by-one`, `slow-body`. */
  readonly kind: string;
  /** One after the other; the requests of one step go out at the same time. */
  readonly steps: readonly CaseStep[];
  /** Which of its answers must agree, of a metamorphic case. */
  readonly relation?: CaseRelation | undefined;
  /** What grows in it, of a case that measures the time of answers. */
  readonly growth?: CaseGrowth | undefined;
}

/** Requests that go out at the same time. */
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
  /** How large it is in each request: assets, characters or levels; 0 in those of the baseline. */
  readonly sizes: readonly number[];
}

/** What can grow in a request: the number of its assets, the length of a text, the depth of nesting. */
export const growthDimensions = ['assets', 'text', 'depth'] as const;

/** Which answers of a case must agree. */
export interface CaseRelation {
  readonly name: RelationName;
  /**
   * Places of two requests each, counted from 0 over all steps. Those with the same second one are one comparison: a
   * difference counts where all of them show the same one.
   */
  readonly pairs: readonly (readonly [number, number])[];
}

/** The relations between requests that must not make a difference. */
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

/** One request of a case, by HTTP or byte by byte. */
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
  /** What follows `?`, encoded as it is sent. Default: none. */
  readonly query?: string | undefined;
  /** Besides those of the deployment, in lower case. Default: the content type JSON where there is a body. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: CaseBody | undefined;
  readonly expect: Expectation;
}

/** A body: text, or bytes that are no UTF-8. */
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

/** A piece of what is written to a socket. */
export interface WirePart {
  /** How long to wait before it is written, in milliseconds. Default: 0. */
  readonly pauseMs?: number | undefined;
  readonly bytes: CaseBody;
  /** How often it is written. Default: 1. */
  readonly times?: number | undefined;
  /** End the sending half of the connection after it. Default: false. */
  readonly end?: boolean | undefined;
}

/** What an outgoing message must say; a member that is absent may be anything. */
export interface ExpectedMessage {
  readonly callerAddress?: string | undefined;
  readonly payload?: string | undefined;
  /** In decimal digits. */
  readonly shardsKey?: string | undefined;
  readonly targetAddress?: string | undefined;
  /** Tokens that it burns and locks, amounts apart. */
  readonly burned?: readonly string[] | undefined;
  readonly locked?: readonly string[] | undefined;
}

/** A text that the error of a simulation must contain, or the contract's error that it must be. */
export type ExpectedError = string | { readonly errorName: string; readonly args: readonly string[] };

/** What must come of a request. */
export type Expectation =
  /** A valid simulation request: any verdict, but one. */
  | {
      readonly kind: 'simulated';
      readonly request: LooseSimulationRequest;
      /** Whether the call must succeed, where that is known beforehand. */
      readonly succeeds?: boolean | undefined;
      /** What its outgoing messages must burn and lock together, an entry a token, where that is known beforehand. */
      readonly returns?: readonly TokenAmount[] | undefined;
      /** What its outgoing messages must say, in their order, where that is known beforehand. */
      readonly sends?: readonly ExpectedMessage[] | undefined;
      /** Why it must fail, where that is known beforehand. */
      readonly fails?: ExpectedError | undefined;
    }
  /** An invalid request: rejected with a 4xx status. `path` names the field with neutral names, `''` the whole. */
  | { readonly kind: 'rejected'; readonly fault: string; readonly path: string; readonly reason: string }
  /** A query for an operation that the deployment knows. */
  | {
      readonly kind: 'known';
      readonly operationId: string;
      /** How the query writes the id otherwise than the deployment does: `upper-case`. Default: as it does. */
      readonly spelling?: string | undefined;
    }
  /** A query for a well-formed id that nobody has. */
  | { readonly kind: 'unknown'; readonly operationId: string }
  /** A valid request of a custom endpoint. A 404 says that nobody has what it asks for, unless that `exists`. */
  | { readonly kind: 'answered'; readonly exists?: boolean | undefined }
  /** A method that the endpoint does not have. */
  | { readonly kind: 'wrong-method' }
  /** Anything that is not a failure of the server: a rejection, an answer, or a closed connection. */
  | { readonly kind: 'survived'; readonly reason: string };
