import type { InclusionVerdict } from './inclusion-verdict.js';

/** What one poll saw of an operation: a record, or why there was none. */
export interface Sight {
  /** The stage, with neutral chain names. */
  readonly stage?: string | undefined;
  /** The stage as the deployment wrote it, where its chains have other names. */
  readonly wireStage?: string | undefined;
  readonly success?: boolean | undefined;
  /** In the deployment's unit. */
  readonly timestamp?: bigint | undefined;
  /** Hashes of the related transactions; undefined when the record says nothing of them (absent or null). */
  readonly transactions?: readonly string[] | undefined;
  /** What the record means; undefined when there is none. `unknown` when it does not say. */
  readonly verdict?: InclusionVerdict | undefined;
  /** The HTTP status, when it was not 200. */
  readonly status?: number | undefined;
  /** Why the poll could not see, in a few words; undefined when it could. A 404 that means "not yet" did see. */
  readonly failure?: string | undefined;
}

/** One poll: when its answer came, in milliseconds after the wait started, and what it saw. */
export interface Poll {
  readonly atMs: number;
  readonly sight: Sight;
}

/** Every poll of one operation, in order. */
export type History = readonly Poll[];

/** Tells whether a poll saw a record, not a 404 that is an answer, nor a failure. */
export function isRecord({ verdict, status }: Sight): boolean {
  return verdict !== undefined && status === undefined;
}

/** Tells whether a poll says whether the operation has come: not a failure, nor a record that leaves it open. */
export function isTelling({ verdict }: Sight): boolean {
  return verdict !== undefined && verdict !== 'unknown';
}

/** Tells whether two polls saw the same. */
export function isSameSight(a: Sight, b: Sight): boolean {
  return (
    a.stage === b.stage &&
    a.success === b.success &&
    a.timestamp === b.timestamp &&
    a.verdict === b.verdict &&
    a.status === b.status &&
    a.failure === b.failure &&
    isSameList(a.transactions, b.transactions)
  );
}

function isSameList(a: Sight['transactions'], b: Sight['transactions']): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.length === b.length && a.every((hash, index) => hash === b[index]);
}
