import type { CasePlan, WireCaseRequest } from 'crosscheck/fuzz';
import { expect, it } from 'vitest';
import { createPhase } from '../../../../src/fuzz/phases/create-phase.js';
import { wireBytes } from '../../../../src/fuzz/wire-socket.js';
import { nonEmpty } from '../../../support/non-empty.js';
import { onlyRequest, phaseContext, plansOf } from './phase-context.js';

const places = { path: '/p', host: 'h:1', headers: 'authorization: x\r\n' };
const plans = plansOf(createPhase('wire', phaseContext()), 1500);

function bytesOf({ wire }: WireCaseRequest): string {
  return wire
    .map(({ bytes, times = 1 }) => wireBytes(bytes, places).toString('latin1').repeat(times))
    .join('');
}

function wireCases(kind?: string): { kind: string; request: WireCaseRequest }[] {
  return plans.flatMap((plan) => {
    const request = onlyRequest(plan);
    if (kind !== undefined && plan.kind !== kind) return [];
    return 'wire' in request ? [{ kind: plan.kind, request }] : [];
  });
}

it('has cases of every kind, with the expectation that HTTP allows', () => {
  const kinds = new Map<string, Set<string>>();
  for (const plan of plans)
    kinds.set(plan.kind, (kinds.get(plan.kind) ?? new Set()).add(onlyRequest(plan).expect.kind));
  const expected = Object.fromEntries([...kinds].sort().map(([kind, of]) => [kind, [...of].join()]));
  expect(expected).toMatchInlineSnapshot(`
    {
      "bad-chunk-size": "rejected",
      "bad-header": "no-server-error",
      "bad-length": "rejected",
      "bad-request-line": "no-server-error",
      "bare-line-feeds": "no-server-error",
      "chunk-extension": "simulated",
      "chunked-body": "simulated",
      "expect-continue": "simulated",
      "harmless-headers": "simulated",
      "huge-header": "no-server-error",
      "huge-length": "rejected",
      "length-and-chunks": "no-server-error",
      "many-headers": "no-server-error",
      "method-override": "no-server-error",
      "missing-host": "rejected",
      "no-content-type": "no-server-error",
      "no-length": "rejected",
      "odd-coding": "no-server-error",
      "odd-content-type": "no-server-error",
      "odd-headers": "no-server-error",
      "odd-target": "no-server-error",
      "other-content-type": "rejected",
      "oversized-body": "no-server-error",
      "pipelined": "simulated",
      "proxy-request": "no-server-error",
      "repeated-length": "no-server-error",
      "short-length": "rejected",
      "slow-body": "simulated",
      "slow-headers": "simulated",
      "space-before-colon": "rejected",
      "spelt-content-type": "simulated",
      "traversal": "rejected",
      "truncated-body": "rejected",
      "truncated-chunks": "rejected",
      "two-content-types": "no-server-error",
      "two-hosts": "rejected",
      "two-lengths": "rejected",
      "unusual-method": "no-server-error",
      "wrong-method": "wrong-method",
    }
  `);
});

it('keeps to a few megabytes and two seconds a case', () => {
  for (const { kind, request } of nonEmpty(wireCases())) {
    const size = request.wire.reduce(
      (sum, { bytes, times = 1 }) => sum + wireBytes(bytes, places).length * times,
      0,
    );
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
  const bodies = plansOf(createPhase('wire', { ...context, calls }), 200).flatMap((plan: CasePlan) => {
    const request = onlyRequest(plan);
    return plan.kind === 'slow-body' && 'wire' in request ? [bytesOf(request).split('\r\n\r\n')[1]] : [];
  });
  for (const body of nonEmpty(bodies))
    expect(JSON.parse(body ?? '').extraData).toBe('{host}{"path":{}}{headers}');
});

it('shrinks to a simpler case of the same kind', () => {
  const phase = createPhase('wire', phaseContext());
  const kinds = Array.from({ length: 60 }, (_, place) => phase.caseAt(1, place)).flatMap(
    ({ plan, shrinks }) => {
      const [simpler] = shrinks();
      return simpler === undefined ? [] : [[simpler.plan.kind, plan.kind]];
    },
  );
  for (const [simpler, kind] of nonEmpty(kinds)) expect(simpler).toBe(kind);
});
