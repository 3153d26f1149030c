import fc, { type Arbitrary } from 'fast-check';
import type { CaseRequest, Expectation, WirePart } from '../../../checks/case/case-plan.js';
import { endAfterWait } from './wire-text.js';

/** One raw request and its description. */
export interface WireCase {
  readonly kind: string;
  readonly request: CaseRequest;
}

/** A valid simulation request, which wire cases carry. */
export interface WirePayload {
  /** As sent. */
  readonly body: string;
  /** The expected outcome if everything around it is valid. */
  readonly expect: Expectation;
}

/** Returns the expected outcome of a kind of case for any payload. */
export type WireExpectation = (kind: string) => Expectation;

/** The expected outcome of the payload, because everything around it is valid. */
export const valid = 'valid';

/** The server may do anything but fail. */
export function noServerError(reason: string): WireExpectation {
  return () => ({ kind: 'no-server-error', reason });
}

/** The server must reject it. */
export function rejected(reason: string): WireExpectation {
  return (kind) => ({ kind: 'rejected', mutation: kind, path: '', reason });
}

/** Returns what is written for a body: parts, or one text. */
type WriteWire<T> = (body: string, choice: T) => string | readonly WirePart[];

/** Returns the cases of one kind: each writes a payload for the simulator with one of several choices. */
type KindOfCase = <T = undefined>(
  kind: string,
  expectation: WireExpectation | typeof valid,
  write: WriteWire<T>,
  choices?: Arbitrary<T>,
) => Arbitrary<WireCase>;

/** Creates kinds of cases for some payloads. */
export function carrying(payloads: Arbitrary<WirePayload>): KindOfCase {
  return (kind, expectation, write, choices = fc.constant(undefined as never)) =>
    fc.tuple(payloads, choices).map(([payload, choice]) => {
      const written = write(payload.body, choice);
      const parts = typeof written === 'string' ? [{ bytes: written }] : written;
      // Waits for the answer to a valid request without a limit.
      const isLeftOpen = expectation === valid || typeof written !== 'string';
      const wire = isLeftOpen ? parts : [...parts, endAfterWait];
      const expect = expectation === valid ? payload.expect : expectation(kind);
      return { kind, request: { endpoint: 'simulate', wire, expect } };
    });
}

/** Returns cases of one kind for the observer, one per text, the simplest first. */
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
