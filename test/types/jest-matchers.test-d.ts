import type { InclusionRecord } from 'crosscheck';
import type { JestMatchers } from 'crosscheck/matchers';
import { it } from 'vitest';

/** The types of Jest's `expect`, as `@jest/expect` and `@types/jest` declare them. */
interface Matchers extends JestMatchers {
  toBe(expected: unknown): void;
}
type Inverse<Inversed> = { readonly not: Inversed };
type Assertion = Matchers & Inverse<Matchers> & { readonly resolves: Matchers & Inverse<Matchers> };
declare const expect: <Subject>(actual: Subject) => Assertion;

declare const id: string;
declare const record: InclusionRecord;

it('a negated wait needs forMs in Jest, and only a negated one takes it', () => {
  () => expect(id).toReachInclusion();
  () => expect(id).toReachInclusion({ timeoutMs: 5 });
  () => expect(id).not.toReachInclusion({ forMs: 5 });
  () => expect(id).toReachStage('executedInALPHA', { timeoutMs: 5 });
  () => expect(record).not.toReachStage('start', { forMs: 5 });
  () => expect(Promise.resolve(id)).resolves.not.toReachInclusion({ forMs: 5 });
  () => expect(id).toRemainPending({ forMs: 5 });
  () => expect(record).not.toBeIncluded();
  () => expect(id).not.toBe(id);
  // @ts-expect-error forMs is missing
  () => expect(id).not.toReachInclusion();
  // @ts-expect-error forMs is missing
  () => expect(id).not.toReachInclusion({ timeoutMs: 5 });
  // @ts-expect-error forMs is missing
  () => expect(id).not.toReachStage('start');
  // @ts-expect-error forMs is missing
  () => expect(Promise.resolve(id)).resolves.not.toReachInclusion();
  // @ts-expect-error forMs needs .not
  () => expect(id).toReachInclusion({ forMs: 5 });
  // @ts-expect-error forMs needs .not
  () => expect(id).toReachStage('start', { forMs: 5 });
  // @ts-expect-error it is .not.toReachInclusion
  () => expect(id).not.toRemainPending({ forMs: 5 });
  // @ts-expect-error it is collectedInALPHA
  () => expect(id).toReachStage('collectedInAPLHA');
});
