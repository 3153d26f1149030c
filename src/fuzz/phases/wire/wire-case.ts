import fc, { type Arbitrary } from 'fast-check';
import type { CaseRequest, Expectation, WirePart } from '../../../checks/case/case-plan.js';
import { endAfterWait } from './wire-text.js';

/** One request below HTTP, or at its edge, and what it is. */
export interface WireCase {
  readonly kind: string;
  readonly request: CaseRequest;
}

/** A valid simulation request, which wire cases carry. */
export interface WirePayload {
  /** As it is sent. */
  readonly body: string;
  /** What must come of it where nothing is wrong around it. */
  readonly expect: Expectation;
}

/** Says what must come of a case of some kind, whatever it carries. */
export type WireExpectation = (kind: string) => Expectation;

/** What must come of the payload: all around it is right. */
export const valid = 'valid';

/** The server may do anything but fail. */
export function survived(reason: string): WireExpectation {
  return () => ({ kind: 'survived', reason });
}

/** The server must not take it. */
export function rejected(reason: string): WireExpectation {
  return (kind) => ({ kind: 'rejected', fault: kind, path: '', reason });
}

/** Gives what is written for a body: parts, or a text that is one. */
type WriteWire<T> = (body: string, choice: T) => string | readonly WirePart[];

/** Gives the cases of one kind, each a payload for the simulator that is written with one of some choices. */
type KindOfCase = <T = undefined>(
  kind: string,
  expectation: WireExpectation | typeof valid,
  write: WriteWire<T>,
  choices?: Arbitrary<T>,
) => Arbitrary<WireCase>;

/** Makes kinds of cases that carry some payloads. */
export function carrying(payloads: Arbitrary<WirePayload>): KindOfCase {
  return (kind, expectation, write, choices = fc.constant(undefined as never)) =>
    fc.tuple(payloads, choices).map(([payload, choice]) => {
      const written = write(payload.body, choice);
      const parts = typeof written === 'string' ? [{ bytes: written }] : written;
      // The answer to what is right is waited for, however long it takes.
      const isLeftOpen = expectation === valid || typeof written !== 'string';
      const wire = isLeftOpen ? parts : [...parts, endAfterWait];
      const expect = expectation === valid ? payload.expect : expectation(kind);
      return { kind, request: { endpoint: 'simulate', wire, expect } };
    });
}

/** Gives cases of one kind for the observer, one for each of some texts, the simplest first. */
export function observerKind(
  kind: string,
  expectation: WireExpectation,
  texts: readonly WirePart['bytes'][],
): Arbitrary<WireCase> {
  return fc.constantFrom(...texts).map((bytes) => ({
    kind,
    request: { endpoint: 'inclusion', wire: [{ bytes }, endAfterWait], expect: expectation(kind) },
  }));
}
