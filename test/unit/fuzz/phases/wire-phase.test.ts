import type { CasePlan, WireCaseRequest, WirePart } from 'crosscheck/fuzz';
import { expect, it } from 'vitest';
import { nonEmpty } from '../../../support/non-empty.js';
import {
  casesOfEachKind,
  casesWith,
  createPhase,
  onlyRequest,
  phaseContext,
  plansOf,
} from './phase-context.js';

const places: Readonly<Record<string, string>> = {
  path: '/p',
  host: 'h:1',
  headers: 'authorization: x\r\n',
};
/** Each kind of case, with the expectation that HTTP allows. */
const outcomes: Readonly<Record<string, string>> = {
  'bad-chunk-size': 'rejected',
  'bad-header': 'no-server-error',
  'bad-length': 'rejected',
  'bad-request-line': 'no-server-error',
  'bare-line-feeds': 'no-server-error',
  'chunk-extension': 'simulated',
  'chunked-body': 'simulated',
  'expect-continue': 'simulated',
  'harmless-headers': 'simulated',
  'huge-header': 'no-server-error',
  'huge-length': 'rejected',
  'length-and-chunks': 'no-server-error',
  'many-headers': 'no-server-error',
  'method-override': 'no-server-error',
  'missing-host': 'rejected',
  'no-content-type': 'no-server-error',
  'no-length': 'rejected',
  'odd-coding': 'no-server-error',
  'odd-content-type': 'no-server-error',
  'odd-headers': 'no-server-error',
  'odd-target': 'no-server-error',
  'other-content-type': 'rejected',
  'oversized-body': 'no-server-error',
  pipelined: 'simulated',
  'proxy-request': 'no-server-error',
  'repeated-length': 'no-server-error',
  'short-length': 'rejected',
  'slow-body': 'simulated',
  'slow-headers': 'simulated',
  'space-before-colon': 'rejected',
  'spelt-content-type': 'simulated',
  traversal: 'rejected',
  'truncated-body': 'rejected',
  'truncated-chunks': 'rejected',
  'two-content-types': 'no-server-error',
  'two-hosts': 'rejected',
  'two-lengths': 'rejected',
  'unusual-method': 'no-server-error',
  'wrong-method': 'wrong-method',
};
const phase = createPhase('wire', phaseContext());
const plans = casesOfEachKind(phase, Object.keys(outcomes), 10);

/** The bytes of a part, with its placeholders filled in. */
function wireBytes(bytes: WirePart['bytes']): Buffer {
  if (typeof bytes !== 'string') return Buffer.from(bytes.base64, 'base64');
  return Buffer.from(bytes.replace(/\{(path|host|headers)\}/g, (_, name) => `${places[name]}`));
}

function bytesOf({ wire }: WireCaseRequest): string {
  return wire.map(({ bytes, times = 1 }) => wireBytes(bytes).toString('latin1').repeat(times)).join('');
}

function wireCases(kind?: string): { kind: string; request: WireCaseRequest }[] {
  return plans.flatMap((plan) => {
    const request = onlyRequest(plan);
    if (kind !== undefined && plan.kind !== kind) return [];
    return 'wire' in request ? [{ kind: plan.kind, request }] : [];
  });
}

it('has cases of these kinds, with the expectation that HTTP allows', () => {
  const listed = plans.map((plan) => [plan.kind, onlyRequest(plan).expect.kind]);
  expect(listed).toEqual(plans.map(({ kind }) => [kind, outcomes[kind]]));
  // Kinds without a row are found in any place.
  const kinds = new Set(plansOf(phase, 500).map(({ kind }) => kind));
  expect(Object.keys(outcomes)).toEqual(expect.arrayContaining([...kinds]));
});

it('keeps to a few megabytes and two seconds a case', () => {
  for (const { kind, request } of nonEmpty(wireCases())) {
    const size = request.wire.reduce((sum, { bytes, times = 1 }) => sum + wireBytes(bytes).length * times, 0);
    const pauses = request.wire.reduce((sum, { pauseMs = 0 }) => sum + pauseMs, 0);
    expect(size, kind).toBeLessThan(3 * 1024 * 1024);
    expect(pauses, kind).toBeLessThanOrEqual(2000);
  }
});

it('never waits for a server that waits for more', () => {
  for (const { kind, request } of nonEmpty(wireCases())) {
    const isWhole = request.expect.kind === 'simulated' || kind === 'oversized-body';
    expect(request.wire.some(({ end }) => end === true) || isWhole, kind).toBe(true);
  }
});

it('writes valid requests whole, whatever pauses are in them', () => {
  for (const kind of ['slow-headers', 'slow-body', 'expect-continue', 'harmless-headers', 'oversized-body']) {
    for (const { request } of nonEmpty(wireCases(kind))) {
      const [head = '', body = ''] = bytesOf(request).split('\r\n\r\n');
      expect(head.split('\r\n').slice(0, 2)).toEqual(['POST /p HTTP/1.1', 'Host: h:1']);
      expect(head).toContain('\r\nauthorization: x');
      expect(head).toContain(`\r\nContent-Length: ${body.length}`);
      if (request.expect.kind === 'simulated') expect(JSON.parse(body)).toEqual(request.expect.request);
    }
  }
});

it('writes valid chunks', () => {
  for (const { request } of nonEmpty(wireCases('chunked-body'))) {
    const [, chunks = ''] = bytesOf(request).split(/\r\n\r\n(.*)/s);
    let rest = chunks;
    let body = '';
    for (;;) {
      const [line = ''] = rest.split('\r\n', 1);
      const size = Number.parseInt(line, 16);
      const start = line.length + 2;
      if (size === 0) break;
      body += rest.slice(start, start + size);
      rest = rest.slice(start + size + 2);
    }
    expect(rest).toBe('0\r\n\r\n');
    expect(request.expect).toMatchObject({ kind: 'simulated', request: JSON.parse(body) });
  }
});

it('cuts off what is truncated, and no more', () => {
  for (const { request } of nonEmpty(wireCases('truncated-body'))) {
    const [head = '', body = ''] = bytesOf(request).split('\r\n\r\n');
    expect(Number(/Content-Length: (\d+)/.exec(head)?.[1])).toBeGreaterThan(body.length);
  }
});

it('leaves braces in the texts of a call alone', () => {
  const context = phaseContext({ conventions: { requestValidation: 'off' } });
  const calls = context.calls.map(({ request }) => ({
    request: { ...request, extraData: '{host}{"path":{}}{headers}' },
  }));
  const [plan] = casesWith(createPhase('wire', { ...context, calls }), ({ kind }) => kind === 'slow-body');
  const [, body = ''] = bytesOf(onlyRequest(plan as CasePlan) as WireCaseRequest).split('\r\n\r\n');
  expect(JSON.parse(body).extraData).toBe('{host}{"path":{}}{headers}');
});

it('shrinks to a simpler case of the same kind', () => {
  const shrunk: [string, string][] = [];
  casesWith(
    phase,
    ({ kind }, { shrinks }) => {
      const [simpler] = shrinks();
      if (simpler !== undefined) shrunk.push([simpler.plan.kind, kind]);
      return simpler !== undefined;
    },
    40,
  );
  expect(shrunk.map(([simpler]) => simpler)).toEqual(shrunk.map(([, kind]) => kind));
});
