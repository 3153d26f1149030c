import type { CaseRequest, Observation, ObservedFailure } from 'crosscheck/fuzz';
import { describe, expect, it } from 'vitest';
import { shardStatistics } from '../../support/custom-endpoints.js';
import {
  answered,
  check,
  classes,
  found,
  invalidCall,
  known,
  noServerError,
  query,
  simulate,
  texts,
  unknown,
  validCall,
  wire,
} from './observed.js';

const wrongMethod = { kind: 'wrong-method' } as const;
const error = (text: string) => ({ error: text });
const at = (request: CaseRequest, status: number, body: unknown = error('no')) =>
  answered(request, { status, body });
const failed = (request: CaseRequest, kind: ObservedFailure['kind']): Observation => ({
  request,
  failure: { kind, message: 'no reason given' },
  durationMs: 1500,
});

describe('server-error', () => {
  it('finds every request that makes the service fail, by its kind and the invalid field', () => {
    expect(classes(check('server-error'), at(simulate(validCall), 500))).toEqual([
      'status 500 for a valid request',
    ]);
    expect(classes(check('server-error'), at(simulate(invalidCall), 500))).toEqual([
      'betaAssets[].amount: status 500 for an invalid request',
    ]);
    expect(classes(check('server-error'), at(query(unknown), 599))).toEqual([
      'status 599 for a query for an unknown operation',
    ]);
    expect(classes(check('server-error'), at(wire(noServerError), 500))).toEqual([
      'status 500 for an odd request',
    ]);
    expect(classes(check('server-error'), at(simulate(validCall), 501))).toEqual([
      'status 501 for a valid request',
    ]);
  });

  it.each([
    ['an overload', at(simulate(validCall), 502)],
    ['an overload', at(simulate(validCall), 503)],
    ['an overload', at(query(known), 504)],
    ['a rejection', at(simulate(invalidCall), 499)],
    ['a method that the server does not know', at(simulate(wrongMethod), 501)],
    ['a version that the server does not know', at(wire(noServerError), 505)],
  ])('ignores %s', (_, observation) => {
    expect(classes(check('server-error'), observation)).toEqual([]);
  });

  it('names the request, what was expected and what was received', () => {
    const observations = [at(query(known), 200), at(query(unknown), 500, error('internal error'))];
    expect(found(check('server-error'), observations)).toEqual([
      {
        at: 1,
        path: '',
        class: 'status 500 for a query for an unknown operation',
        expected: 'a query for an unknown operation to be answered without a server error',
        received: '500 with {"error":"internal error"}',
        isWholeAnswer: true,
      },
    ]);
    expect(texts(check('server-error'), at(simulate(invalidCall), 500))[0]).toMatch(
      /^expected an invalid request \(It has leading zeros\.\) to be answered/,
    );
  });
});

describe('undocumented-status', () => {
  it.each([
    [simulate(validCall), 201],
    [simulate(validCall), 204],
    [simulate(validCall), 302],
    [simulate(invalidCall), 404],
    [simulate(invalidCall), 422],
    [simulate(validCall), 405],
    [query(unknown), 410],
    [query(known), 202],
    [simulate(wrongMethod), 302],
  ])('of %o is %i', (request, status) => {
    expect(classes(check('undocumented-status'), at(request, status))).toEqual([
      expect.stringContaining(`status ${status} for `),
    ]);
  });

  it.each([
    [simulate(validCall), [200, 400, 401, 403, 408, 413, 415, 429, 431, 500, 502, 503]],
    [query(unknown), [200, 400, 404, 414, 500]],
    [simulate(wrongMethod), [200, 204, 404, 405, 501]],
    [wire(noServerError), [301, 400, 404, 405, 411, 417, 505]],
  ])('of %o is none of %j', (request, statuses) => {
    for (const status of statuses)
      expect(classes(check('undocumented-status'), at(request, status)), `${status}`).toEqual([]);
  });

  it('finds a status that a custom endpoint does not name', () => {
    const operation = { ...shardStatistics, statuses: [409] };
    const endpoints = new Map([[operation.name, operation]]);
    const classesOf = (status: number): string[] => {
      const request = { endpoint: operation.name, expect: { kind: 'answered' } } as const;
      return classes(check('undocumented-status'), at(request, status), { endpoints });
    };
    expect([200, 401, 409].flatMap(classesOf)).toEqual([]);
    expect([400, 404].map(classesOf)).toEqual([
      ['status 400 for a valid request'],
      ['status 404 for a valid request'],
    ]);
  });

  it('names the documented statuses', () => {
    expect(texts(check('undocumented-status'), at(query(known), 202))[0]).toBe(
      'expected status 200, 400, 404 or 500 for a query for a known operation, got 202 with {"error":"no"}',
    );
  });
});

describe('invalid-request-accepted and invalid-operation-id-accepted', () => {
  const badQuery = query({ kind: 'rejected', mutation: 'repeated', path: 'operationId', reason: 'Two ids.' });

  it('find success instead of a rejection, separately for each custom endpoint', () => {
    expect(classes(check('invalid-request-accepted'), at(simulate(invalidCall), 200))).toEqual([
      'betaAssets[].amount: leading-zeros',
    ]);
    expect(classes(check('invalid-request-accepted'), at(simulate(invalidCall), 204, ''))).toHaveLength(1);
    expect(classes(check('invalid-request-accepted'), at(wire(invalidCall), 200))).toHaveLength(1);
    expect(classes(check('invalid-operation-id-accepted'), at(badQuery, 200))).toEqual([
      'operationId: repeated',
    ]);
    expect(classes(check('invalid-operation-id-accepted'), at(simulate(invalidCall), 200))).toEqual([]);
    expect(classes(check('invalid-request-accepted'), at(badQuery, 200))).toEqual([]);
  });

  it('accept rejections, errors, overload, and success of valid requests', () => {
    for (const status of [400, 404, 415, 429, 500, 503]) {
      expect(classes(check('invalid-request-accepted'), at(simulate(invalidCall), status))).toEqual([]);
      expect(classes(check('invalid-operation-id-accepted'), at(badQuery, status))).toEqual([]);
    }
    expect(
      classes(check('invalid-request-accepted'), at(simulate(invalidCall), 200, '<html>Sign in</html>')),
    ).toEqual([]);
    expect(classes(check('invalid-request-accepted'), at(simulate(validCall), 200))).toEqual([]);
    expect(classes(check('invalid-request-accepted'), at(simulate(noServerError), 200))).toEqual([]);
    expect(classes(check('invalid-operation-id-accepted'), at(query(unknown), 200))).toEqual([]);
  });

  it('say why the request had to be rejected', () => {
    const body = { response: { simulationStatus: false } };
    expect(texts(check('invalid-request-accepted'), at(simulate(invalidCall), 200, body))[0]).toBe(
      'expected a rejection with a 4xx status (It has leading zeros.), got 200 with {"response":{"simulationStatus":false}}',
    );
  });
});

describe('valid-request-rejected', () => {
  it('finds a 4xx status for a valid request, by the innermost field that the error names', () => {
    expect(classes(check('valid-request-rejected'), at(simulate(validCall), 400))).toEqual([
      'status 400 for a valid request',
    ]);
    const blaming = at(simulate(validCall), 400, error('betaAssets[0].amount must be small'));
    expect(classes(check('valid-request-rejected'), blaming)).toEqual([
      'betaAssets[].amount: status 400 for a valid request',
    ]);
    const renamed = at(simulate(validCall), 400, error('evmCallParams is bad'));
    expect(
      classes(check('valid-request-rejected'), renamed, { chains: { alpha: 'evm', beta: 'tvm' } }),
    ).toEqual(['alphaCallParams: status 400 for a valid request']);
    expect(classes(check('valid-request-rejected'), at(query(known), 404))).toEqual([
      'status 404 for a query for a known operation',
    ]);
    expect(classes(check('valid-request-rejected'), at(query(unknown), 400))).toEqual([
      'status 400 for a query for an unknown operation',
    ]);
  });

  it('finds a rejected spelling of a known id, but not one that is not found', () => {
    const operationId = `0x${'0d'.repeat(32)}`;
    const spelled = query({ kind: 'known', operationId, spelling: 'percent-encoded' });
    expect(classes(check('valid-request-rejected'), at(spelled, 400))).toEqual([
      'status 400 for a query for a known operation',
    ]);
    expect(classes(check('valid-request-rejected'), at(spelled, 404))).toEqual([]);
  });

  it('ignores failing verdicts, unknown operations, invalid requests, and rejections by gateways', () => {
    const verdict = at(simulate(validCall), 200, { response: { simulationStatus: false } });
    expect(classes(check('valid-request-rejected'), verdict)).toEqual([]);
    expect(classes(check('valid-request-rejected'), at(query(unknown), 404))).toEqual([]);
    expect(classes(check('valid-request-rejected'), at(simulate(invalidCall), 400))).toEqual([]);
    expect(classes(check('valid-request-rejected'), at(simulate(noServerError), 400))).toEqual([]);
    for (const status of [302, 401, 403, 407, 408, 413, 429, 500, 503])
      expect(classes(check('valid-request-rejected'), at(simulate(validCall), status)), `${status}`).toEqual(
        [],
      );
    const cached = answered(simulate(validCall), { status: 400, body: error('no'), headers: { age: '500' } });
    expect(classes(check('valid-request-rejected'), cached)).toEqual([]);
  });
});

describe('wrong-method-accepted and missing-allow-header', () => {
  const del = query(wrongMethod, { method: 'DELETE' });

  it('find success, and a rejection without the allowed methods', () => {
    expect(classes(check('wrong-method-accepted'), at(del, 200))).toEqual(['accepted']);
    expect(classes(check('missing-allow-header'), at(del, 405))).toEqual(['405 without Allow']);
    const other = answered(del, { status: 405, headers: { allow: 'POST, GETS' } });
    expect(classes(check('missing-allow-header'), other)).toEqual(['Allow without the method']);
  });

  it('accept a rejection with the allowed methods, a harmless method, and other statuses', () => {
    expect(
      classes(check('missing-allow-header'), answered(del, { status: 405, headers: { allow: 'HEAD, GET' } })),
    ).toEqual([]);
    expect(
      classes(
        check('missing-allow-header'),
        answered(simulate(wrongMethod), { status: 405, headers: { allow: 'POST' } }),
      ),
    ).toEqual([]);
    expect(classes(check('missing-allow-header'), at(del, 404))).toEqual([]);
    expect(classes(check('wrong-method-accepted'), at(del, 405))).toEqual([]);
    expect(
      classes(check('wrong-method-accepted'), at(simulate(wrongMethod), 200, '<html>Try it</html>')),
    ).toEqual([]);
    expect(classes(check('wrong-method-accepted'), at(query(wrongMethod, { method: 'HEAD' }), 200))).toEqual(
      [],
    );
    expect(
      classes(check('wrong-method-accepted'), at(simulate(wrongMethod, { method: 'OPTIONS' }), 204)),
    ).toEqual([]);
    expect(classes(check('wrong-method-accepted'), at(query(known), 200))).toEqual([]);
  });
});

describe('missing-retry-after-header', () => {
  it('finds 429 and 503 without Retry-After, for any request', () => {
    expect(classes(check('missing-retry-after-header'), at(simulate(validCall), 429))).toEqual([
      'status 429 without Retry-After',
    ]);
    expect(classes(check('missing-retry-after-header'), at(wire(noServerError), 503))).toHaveLength(1);
    const empty = answered(query(known), { status: 429, headers: { 'retry-after': ' ' } });
    expect(classes(check('missing-retry-after-header'), empty)).toHaveLength(1);
  });

  it('finds one that only an earlier attempt got', () => {
    const { answer: busy } = at(query(known), 429);
    const retried = { ...at(query(known), 200), retried: busy && [busy] };
    expect(found(check('missing-retry-after-header'), retried)).toEqual([
      {
        at: 0,
        path: '',
        class: 'status 429 without Retry-After',
        attempt: 0,
        expected: 'the header retry-after for an overload',
        received: '429 with {"error":"no"}, before a retry got 200',
      },
    ]);
  });

  it('accepts answers with the header, and gateways that did not reach the service', () => {
    const asks = answered(query(known), { status: 503, headers: { 'retry-after': '1' } });
    expect(classes(check('missing-retry-after-header'), asks)).toEqual([]);
    for (const status of [200, 502, 504])
      expect(classes(check('missing-retry-after-header'), at(query(known), status))).toEqual([]);
  });
});

describe('no-answer', () => {
  it.each([
    ['closed', 'connection closed'],
    ['timeout', 'no complete answer in time'],
    ['too-large', 'answer too large'],
  ] as const)('finds a request without an answer: %s', (kind, name) => {
    expect(classes(check('no-answer'), failed(simulate(validCall), kind))).toEqual([name]);
    expect(classes(check('no-answer'), failed(wire(validCall), kind))).toEqual([name]);
  });

  it('has the same class, whatever was sent', () => {
    expect(classes(check('no-answer'), failed(simulate(invalidCall), 'closed'))).toEqual([
      'connection closed',
    ]);
    expect(classes(check('no-answer'), failed(query(unknown), 'closed'))).toEqual(['connection closed']);
  });

  it('ignores unreachable hosts, answers, and silence after bytes that are not HTTP', () => {
    expect(classes(check('no-answer'), failed(simulate(validCall), 'network'))).toEqual([]);
    expect(classes(check('no-answer'), answered(query(unknown), { status: 503 }))).toEqual([]);
    for (const expectation of [noServerError, invalidCall])
      for (const kind of ['closed', 'timeout'] as const)
        expect(classes(check('no-answer'), failed(wire(expectation), kind))).toEqual([]);
  });

  it('states the duration and the reason', () => {
    expect(texts(check('no-answer'), failed(query(unknown), 'closed'))[0]).toBe(
      'expected an answer to a query for an unknown operation, got none within 1.5 s: no reason given',
    );
  });
});
