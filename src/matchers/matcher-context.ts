import { UsageError } from '../errors.js';

/** What a matcher needs of its `this`: both Vitest's and Jest's have it. */
export interface MatcherContext {
  /** Whether the assertion is negated. */
  readonly isNot?: boolean | undefined;
  /** How the assertion unwraps a promise: `''`, `resolves` or `rejects`; missing in asymmetric use. */
  readonly promise?: string | undefined;
  /** Whether `expect.poll` asks, which looks again by itself. Vitest only. */
  readonly poll?: boolean | undefined;
}

/** What a matcher gives back. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
  readonly actual?: unknown;
  readonly expected?: unknown;
}

/**
 * Refuses `expect.toReachInclusion()` inside another assertion: there an asynchronous matcher is never awaited, and
 * the assertion would be green whatever happens. For the same reason it must throw before there is a promise.
 */
export function refuseAsymmetricUse(context: MatcherContext, matcher: string): void {
  if (context.promise !== undefined) return;
  throw new UsageError(
    `${matcher} is asynchronous and cannot be used inside another assertion; write: await expect(...).${matcher}()`,
  );
}
