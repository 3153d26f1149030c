import fc, { type Arbitrary } from 'fast-check';
import type { CaseRequest } from '../../../checks/case/case-plan.js';
import {
  noServerError,
  observerKind,
  rejected,
  valid,
  type WireCase,
  type WireExpectation,
  type WirePayload,
} from './wire-case.js';
import { head } from './wire-text.js';

const wrongMethods = {
  simulate: ['GET', 'PUT', 'PATCH', 'DELETE'],
  inclusion: ['POST', 'PUT', 'PATCH', 'DELETE'],
} as const;
const unusualMethods = [
  'HEAD',
  'OPTIONS',
  'TRACE',
  'get',
  'Get',
  'FOO',
  'PROPFIND',
  'M-SEARCH',
  'A'.repeat(1000),
];

const otherTypes = [
  'text/plain',
  'text/html; charset=utf-8',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
];
const oddTypes = [
  '',
  'json',
  'application/json, text/plain',
  'application/json; charset=utf-16',
  'application/vnd.api+json',
  'application/jsonp',
  '*/*',
  `application/json; a=${'a'.repeat(4000)}`,
];
const rightTypes = [
  'APPLICATION/JSON',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
];

const traversals = [
  '/../../../../etc/passwd',
  '/..%2f..%2f..%2fetc%2fpasswd',
  '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
  '{path}/../../../../../etc/passwd',
  '/..\\..\\..\\etc\\passwd',
  '/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd',
];
const oddTargets = [
  'http://{host}{path}',
  'http://other.invalid{path}',
  '/{path}',
  '{path}/',
  '{path}/.',
  '{path};a=b',
  '{path}%00',
  '{path}#a',
  '{path}??a=b&&=',
  '{path}?__proto__[a]=b&constructor=1',
  '{path}%',
  '*',
  'a',
  '%',
  `{path}?a=${'a'.repeat(20_000)}`,
  `/${'a/'.repeat(5000)}`,
];

/**
 * Returns requests with other methods, content types and targets than those of the endpoints. The query is a valid one of
 * the observer.
 */
export function methodsAndTargets(payloads: Arbitrary<WirePayload>, query: string): Arbitrary<WireCase>[] {
  const ofType = (
    kind: string,
    expectation: WireExpectation | typeof valid,
    types: readonly string[],
  ): Arbitrary<WireCase> =>
    fc.tuple(payloads, fc.constantFrom(...types)).map(([payload, type]) => {
      const expect = expectation === valid ? payload.expect : expectation(kind);
      const headers = { 'content-type': type };
      return { kind, request: { endpoint: 'simulate', headers, body: payload.body, expect } };
    });
  const gets = (targets: readonly string[]): string[] =>
    targets.map((target) => head(`GET ${target} HTTP/1.1`));

  return [
    fc.constantFrom(...requestsByWrongMethods(query)).map((request) => ({ kind: 'wrong-method', request })),
    observerKind(
      'unusual-method',
      noServerError('Few servers know its method.'),
      unusualMethods.map((method) => head(`${method} {path}?${query} HTTP/1.1`)),
    ),
    observerKind(
      'proxy-request',
      noServerError('It is for a proxy, or for the whole server.'),
      ['CONNECT {host} HTTP/1.1', 'CONNECT {path} HTTP/1.1', 'OPTIONS * HTTP/1.1'].map((line) => head(line)),
    ),
    observerKind('traversal', rejected('Its path leads out of the service.'), gets(traversals)),
    observerKind('odd-target', noServerError('Its target is not that of the endpoint.'), gets(oddTargets)),
    ofType('other-content-type', rejected('Its content type is not application/json.'), otherTypes),
    ofType('odd-content-type', noServerError('Its content type is an odd one.'), oddTypes),
    ofType('spelt-content-type', valid, rightTypes),
  ];
}

function requestsByWrongMethods(query: string): CaseRequest[] {
  const expect = { kind: 'wrong-method' } as const;
  return [
    ...wrongMethods.simulate.map((method) => ({ endpoint: 'simulate', method, expect }) as const),
    ...wrongMethods.inclusion.map((method) => ({ endpoint: 'inclusion', method, query, expect }) as const),
  ];
}
