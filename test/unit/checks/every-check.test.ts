import { inclusionResponse, simulationResponse } from 'crosscheck/arbitraries';
import { type InclusionResponse, jsonText, type SimulationResponse } from 'crosscheck/contract';
import { type Check, knownChecks } from 'crosscheck/fuzz';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeCase } from '../../../src/checks/judge.js';
import {
  answered,
  context,
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
) => judgeCase({ plan: { phase: 'valid', kind: 'any', steps: [] }, observations }, context, checks);
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
        const found = judged([
          answered(simulate({ kind: 'simulated', request: {} }), { body: jsonText(simulation) }),
          answered(query(known), { body: jsonText(inclusion) }),
        ]);
        expect(found.map(({ violation }) => violation)).toEqual([]);
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

describe('every check', () => {
  it('bears any answer at all', () => {
    const body = fc.oneof(
      fc.json(),
      fc.string(),
      fc.json().map((json) => `{"response":${json}}`),
    );
    const status = fc.constantFrom(200, 204, 302, 400, 404, 405, 429, 500, 503);
    fc.assert(
      fc.property(fc.constantFrom(...requests), status, body, (request, code, text) => {
        for (const { violation } of judged([answered(request, { status: code, body: text })], knownChecks)) {
          expect(violation.at).toBe(0);
          expect(violation.class).not.toBe('');
          expect(violation.message).toMatch(/^expected /);
        }
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it('bears a nest as deep as the reader of JSON does', () => {
    const body = `{"response":{"outMessages":[${'['.repeat(3000)}${']'.repeat(3000)}],"x":${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}}}`;
    for (const request of requests)
      expect(() => judged([answered(request, { body })], knownChecks)).not.toThrow();
  });
});
