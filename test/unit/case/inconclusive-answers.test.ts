import type { Observation } from 'crosscheck/fuzz';
import { describe, expect, it } from 'vitest';
import { isInconclusive } from '../../../src/case/inconclusive-answers.js';

const http = { endpoint: 'simulate', expect: { kind: 'simulated' } };
const wire = { endpoint: 'simulate', wire: [], expect: { kind: 'no-server-error' } };
const rejected = { endpoint: 'own', expect: { kind: 'rejected' } };
const ofUnknown = { endpoint: 'own', expect: { kind: 'rejected', mayNotExist: true } };
const answered = (status: number, request: object = http) =>
  ({ request, answer: { status, headers: {}, text: '' } }) as Observation;
const failed = (kind: string, request: object = http) => ({ request, failure: { kind } }) as Observation;

describe('isInconclusive', () => {
  it.each([
    ['a time-out', failed('timeout'), true],
    ['a closed connection', failed('closed'), true],
    ['429', answered(429), true],
    ['504', answered(504), true],
    ['401, as when credentials expire', answered(401), true],
    ['403', answered(403), true],
    ['404', answered(404), false],
    ['404 to an invalid request', answered(404, rejected), false],
    ['404 to an invalid request to what may not exist', answered(404, ofUnknown), true],
    ['400 to an invalid request to what may not exist', answered(400, ofUnknown), false],
    ['500', answered(500), false],
    ['a connection closed after raw bytes', failed('closed', wire), false],
    ['a time-out after raw bytes', failed('timeout', wire), true],
  ])('of %s', (_, observation, expected) => {
    expect(isInconclusive(observation)).toBe(expected);
  });
});
