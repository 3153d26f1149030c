import type { Exchange, SimulationResult } from 'crosscheck';
import type { FaultName, FaultRule } from 'crosscheck/local';
import { describe, expect, it } from 'vitest';
import { knownFaults } from '../../../../src/local/faults/known-faults.js';
import { request, serveWithFaults, simulation } from './serve-with-faults.js';

/** What a client that retries once makes of a fault. */
interface Outcome {
  /** Members of the rule. */
  readonly rule?: Partial<FaultRule>;
  /** The error's code, and the status that came with it; a result when there is none. */
  readonly code?: string;
  readonly status?: number;
  readonly attempts: number;
  /** What the simulation says. */
  readonly response?: object;
}

const asItIs = { attempts: 1, response: simulation };

const outcomes: Readonly<Partial<Record<FaultName, Outcome>>> = {
  delay: { ...asItIs, rule: { ms: 20 } },
  jitter: { ...asItIs, rule: { ms: 20 } },
  'stall-headers': { code: 'HTTP_TIMEOUT', attempts: 2 },
  'stall-body': { code: 'HTTP_TIMEOUT', status: 200, attempts: 2 },
  'reset-before-headers': { code: 'HTTP_NETWORK', attempts: 2 },
  'reset-after-headers': { code: 'HTTP_NETWORK', status: 200, attempts: 2 },
  'truncated-body': { code: 'HTTP_NETWORK', status: 200, attempts: 2 },
  'too-many-requests': { code: 'HTTP_STATUS', status: 429, attempts: 2 },
  // It asks for more time than the call has.
  'too-many-requests-retry-after': {
    code: 'HTTP_STATUS',
    status: 429,
    attempts: 1,
    rule: { ms: 60_000 },
  },
  'internal-server-error': { code: 'HTTP_STATUS', status: 500, attempts: 2 },
  'bad-gateway': { code: 'HTTP_STATUS', status: 502, attempts: 2 },
  'service-unavailable': { code: 'HTTP_STATUS', status: 503, attempts: 2 },
  'gateway-timeout': { code: 'HTTP_STATUS', status: 504, attempts: 2 },
  html: { code: 'HTTP_BODY_NOT_JSON', status: 200, attempts: 1 },
  'wrong-content-type': asItIs,
  'invalid-utf8': { code: 'HTTP_BODY_NOT_JSON', status: 200, attempts: 1 },
  'wrong-types': { code: 'SCHEMA_MISMATCH', attempts: 1 },
  'rounded-integers': {
    attempts: 1,
    response: {
      ...simulation,
      estimatedGas: 18446744073709552000n,
      outMessages: [{ ...simulation.outMessages[0], shardsKey: 9007199254740992n }],
    },
  },
  'snake-case': {
    attempts: 1,
    response: {
      debug_info: { block_number: 7n, call_data: '0x', from: '0x01', to: '0x02' },
      estimated_gas: simulation.estimatedGas,
      fee_params: { current_base_fee: '1', is_eip1559: true },
      out_messages: [
        {
          operation_id: simulation.outMessages[0]?.operationId,
          shards_key: simulation.outMessages[0]?.shardsKey,
          tokens_burned: [],
          tokens_locked: [],
        },
      ],
      simulation_status: true,
    },
  },
  'null-lists': { attempts: 1, response: { ...simulation, outMessages: null } },
  'missing-envelope': { code: 'SCHEMA_MISMATCH', attempts: 1 },
};

const table = Object.entries(outcomes).map(([fault, outcome]) => ({ fault: fault as FaultName, ...outcome }));
const transient = table.filter(({ attempts }) => attempts === 2);

describe('what a client makes of a simulation with', () => {
  it('each of the faults that it can have is known', () => {
    const possible = knownFaults.filter(
      // What a simulation says has tests of its own.
      ({ endpoints, changes }) => endpoints.includes('simulate') && changes !== 'simulation',
    );
    expect(table.map(({ fault }) => fault).sort()).toEqual(possible.map(({ fault }) => fault).sort());
  });

  it.each(table)('$fault', async ({ fault, rule, code, status, attempts, response }) => {
    const { client, faults } = await serveWithFaults([{ fault, endpoint: 'simulate', ...rule }]);
    const result = await simulate(client({ attemptTimeoutMs: code === 'HTTP_TIMEOUT' ? 150 : 10_000 }));
    expect(result).toMatchObject(code === undefined ? { response } : { code });
    expect(result.exchange.attempts).toHaveLength(attempts);
    if (code !== undefined && code !== 'SCHEMA_MISMATCH')
      expect(result.exchange.response?.status).toBe(status);
    expect(faults.list()).toMatchObject([{ fault, triggered: attempts }]);
  });

  it.each(transient)('$fault that is over when it is asked again', async ({ fault, rule, code }) => {
    const { client, faults } = await serveWithFaults([{ fault, times: 1, ...rule }]);
    const result = await simulate(client({ attemptTimeoutMs: code === 'HTTP_TIMEOUT' ? 300 : 10_000 }));
    expect(result).toMatchObject({ response: simulation });
    expect(result.exchange.attempts).toHaveLength(2);
    expect(faults.hasFaults).toBe(false);
  });

  it('a body that comes after all', async () => {
    const { client } = await serveWithFaults([{ fault: 'stall-body', ms: 20 }]);
    expect((await client().simulate(request)).response).toEqual(simulation);
  });
});

/** Gives what the client says, result or error. */
async function simulate({
  simulate: send,
}: {
  readonly simulate: (sent: typeof request) => Promise<SimulationResult>;
}): Promise<SimulationResult | (Error & { readonly exchange: Exchange })> {
  return send(request).catch((error: Error & { readonly exchange: Exchange }) => error);
}
