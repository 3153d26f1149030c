import { inclusionResponse, simulationResponse } from 'crosscheck/arbitraries';
import { type InclusionResponse, jsonText, type SimulationResponse } from 'crosscheck/contract';
import { type Check, knownChecks } from 'crosscheck/fuzz';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answered,
  found,
  known,
  noServerError,
  query,
  simulate,
  unknown,
  validCall,
  wire,
} from './observed.js';

const transportChecks = knownChecks.filter(
  ({ name, family }) => family === 'transport' && name !== 'cached-answer' && name !== 'date-regression',
);
const requests = [
  simulate(validCall),
  query(known),
  query(unknown),
  simulate(noServerError),
  wire(noServerError),
];
const judged = (
  observations: readonly ReturnType<typeof answered>[],
  checks: readonly Check[] = transportChecks,
) => checks.flatMap((check) => found(check, observations).map((violation) => ({ check, violation })));
/** The texts of answers, in which a control character is a finding. */
const texts = ({ response: one }: SimulationResponse, { response: { note } }: InclusionResponse) => ({
  error: one.simulationError,
  message: one.message,
  ...note,
});

describe('transport checks', () => {
  it('find nothing in any answer that the interface and practice allow', () => {
    fc.assert(
      fc.property(simulationResponse(), inclusionResponse(), (simulation, inclusion) => {
        fc.pre(!/\p{Cc}/u.test(Object.values(texts(simulation, inclusion)).join('')));
        const violations = judged([
          answered(simulate({ kind: 'simulated', request: {} }), { body: jsonText(simulation) }),
          answered(query(known), { body: jsonText(inclusion) }),
        ]);
        expect(violations.map(({ violation }) => violation)).toEqual([]);
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

describe('every check', () => {
  it('finds violations in arbitrary answers, each with a class and a message of two parts', () => {
    const names = new Set<string>();
    const body = fc.oneof(
      fc.json(),
      fc.string(),
      fc.json().map((json) => `{"response":${json}}`),
    );
    const status = fc.constantFrom(200, 204, 302, 400, 404, 405, 429, 500, 503);
    fc.assert(
      fc.property(fc.constantFrom(...requests), status, body, (request, code, text) => {
        const violations = judged([answered(request, { status: code, body: text })], knownChecks);
        for (const { check, violation } of violations) {
          names.add(check.name);
          const { isWholeAnswer: _, ...always } = violation;
          const texts = {
            path: expect.any(String),
            expected: expect.any(String),
            received: expect.any(String),
          };
          expect(always).toEqual({ at: 0, class: expect.any(String), ...texts });
          expect(violation.class).not.toBe('');
          expect(violation.expected).not.toMatch(/^$|^expected /);
          expect(violation.received).not.toMatch(/^$|^got /);
        }
      }),
      {
        seed: 1,
        numRuns: 500,
        examples: [
          [simulate(validCall), 500, '{"error":"no"}'],
          [query(known), 405, '{"error":"no"}'],
          [query(unknown), 200, '<html>'],
          [simulate(validCall), 200, '{"response":{"estimatedGas":"5"}}'],
          [simulate(validCall), 200, '{"response":7}'],
        ],
      },
    );
    expect([...names]).toEqual(
      expect.arrayContaining(['server-error', 'undocumented-status', 'malformed-json', 'schema']),
    );
  });

  it('reports an answer that is nested too deeply to be read as malformed JSON', () => {
    const body = `{"response":{"outMessages":[${'['.repeat(100_000)}${']'.repeat(100_000)}],"x":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}}`;
    const namesOf = (request: (typeof requests)[number]) =>
      judged([answered(request, { body })], knownChecks).map(({ check }) => check.name);
    expect(namesOf(simulate(validCall))).toEqual(['malformed-json']);
    expect(namesOf(query(known))).toEqual(['malformed-json']);
    for (const request of requests) expect(namesOf(request)).not.toContain('schema');
  });
});
