import { describe, expect, it } from 'vitest';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { clientAt, fullRequest, operationId } from './calls.js';

const simulated = async (body: string, conventions = {}) => {
  const server = await startRawServer(answerOf(200, body));
  return clientAt(server.origin, { conventions }).simulate(fullRequest);
};

const observed = async (body: string, options: Parameters<typeof clientAt>[1] = {}) => {
  const server = await startRawServer(answerOf(200, body));
  return clientAt(server.origin, options).inclusion(operationId);
};

describe("the simulator's answer", () => {
  it.each([
    '0',
    '-1',
    '9007199254740991',
    '9007199254740993',
    '18446744073709551615',
    '123456789012345678901234567890123456789012345678901234567890',
  ])('keeps the integer %s exact', async (digits) => {
    const { response } = await simulated(
      `{"response":{"estimatedGas":${digits},"debugInfo":{"blockNumber":${digits}},"outMessages":[{"shardsKey":${digits}}]}}`,
    );
    expect(response.estimatedGas).toBe(BigInt(digits));
    expect(response.debugInfo?.blockNumber).toBe(BigInt(digits));
    expect(response.outMessages?.[0]?.shardsKey).toBe(BigInt(digits));
  });

  it('can have integers in exponent or decimal notation', async () => {
    expect((await simulated('{"response":{"estimatedGas":1e3}}')).response.estimatedGas).toBe(1000n);
    expect((await simulated('{"response":{"estimatedGas":21000.0}}')).response.estimatedGas).toBe(21000n);
  });

  it('keeps absent, null and [] apart', async () => {
    expect((await simulated('{"response":{}}')).response).not.toHaveProperty('outMessages');
    expect((await simulated('{"response":{"outMessages":null}}')).response.outMessages).toBeNull();
    expect((await simulated('{"response":{"outMessages":[]}}')).response.outMessages).toEqual([]);
  });

  it('resolves the call when the simulation failed', async () => {
    const { response } = await simulated('{"response":{"simulationStatus":false,"simulationError":"no"}}');
    expect(response).toEqual({ simulationStatus: false, simulationError: 'no' });
  });

  it('keeps unknown members exactly and reports them as drift', async () => {
    const { response, drift } = await simulated(
      '{"extra":1,"response":{"fee":{"a":[1.5]},"outMessages":[{"nonce":9007199254740993,"tokensBurned":[{"symbol":"T"}]}]}}',
    );
    expect(response).toMatchObject({ fee: { a: [1.5] }, outMessages: [{ nonce: 9007199254740993n }] });
    expect(drift).toEqual([
      { kind: 'unknown-field', path: 'extra', value: 1n },
      { kind: 'unknown-field', path: 'response.fee', value: { a: [1.5] } },
      { kind: 'unknown-field', path: 'response.outMessages[0].nonce', value: 9007199254740993n },
      { kind: 'unknown-field', path: 'response.outMessages[0].tokensBurned[0].symbol', value: 'T' },
    ]);
  });

  it('does not pollute prototypes', async () => {
    const { response } = await simulated('{"response":{"__proto__":{"polluted":9007199254740993}}}');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(response)).toBe(Object.prototype);
  });

  it('has drift when it is in snake_case', async () => {
    const { response, drift } = await simulated('{"response":{"simulation_status":true}}');
    expect(response.simulationStatus).toBeUndefined();
    expect(drift).toEqual([{ kind: 'unknown-field', path: 'response.simulation_status', value: true }]);
  });

  it('is read after an informational answer', async () => {
    const server = await startRawServer(
      Buffer.concat([
        Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n'),
        answerOf(200, '{"response":{"message":"ok"}}'),
      ]),
    );
    const { response } = await clientAt(server.origin).simulate(fullRequest);
    expect(response.message).toBe('ok');
  });

  it('is complete when a character is split between two chunks', async () => {
    const server = await startRawServer((socket) => {
      const [head, tail] = splitInside(answerOf(200, '{"response":{"message":"größer"}}'), 0xc3);
      socket.write(head);
      setTimeout(() => socket.write(tail), 5);
    });
    expect((await clientAt(server.origin).simulate(fullRequest)).response.message).toBe('größer');
  });

  it('can contain replacement characters', async () => {
    expect((await simulated('{"response":{"message":"\uFFFD"}}')).response.message).toBe('\uFFFD');
  });
});

describe("the observer's answer", () => {
  it('keeps the timestamp exact', async () => {
    const { response } = await observed('{"response":{"timestamp":9007199254740993}}');
    expect(response.timestamp).toBe(9007199254740993n);
  });

  it('keeps absent, null and [] apart', async () => {
    expect((await observed('{"response":{}}')).response).toEqual({});
    expect((await observed('{"response":{"note":null,"transactions":null}}')).response).toEqual({
      note: null,
      transactions: null,
    });
    expect((await observed('{"response":{"transactions":[]}}')).response).toEqual({ transactions: [] });
  });

  it('has neutral names when the chains of the deployment have their own', async () => {
    const record = await observed(
      '{"response":{"stage":"includedInTVMConsensus","success":true,"transactions":[{"blockchainType":"EVM","hash":"0x1"}]}}',
      { chains: { alpha: 'evm', beta: 'tvm' } },
    );
    expect(record.response).toEqual({
      stage: 'includedInBETAConsensus',
      success: true,
      transactions: [{ blockchainType: 'ALPHA', hash: '0x1' }],
    });
    expect(record).toMatchObject({ operationId, verdict: 'included', drift: [] });
    expect(record.exchange.response?.body).toContain('includedInTVMConsensus');
  });

  it('has drift when its stage or chain is unknown', async () => {
    const { response, drift } = await observed(
      '{"response":{"stage":"resting","transactions":[{"blockchainType":"GAMMA"}]}}',
    );
    expect(response.stage).toBe('resting');
    expect(drift).toEqual([
      { kind: 'unknown-value', path: 'response.stage', value: 'resting' },
      { kind: 'unknown-value', path: 'response.transactions[0].blockchainType', value: 'GAMMA' },
    ]);
  });
});

function splitInside(bytes: Buffer, firstByte: number): [Buffer, Buffer] {
  const at = bytes.indexOf(firstByte) + 1;
  return [bytes.subarray(0, at), bytes.subarray(at)];
}

it('keeps its exchange in the copies that a runner makes for a diff', async () => {
  const results = [await simulated('{"response":{}}'), await observed('{"response":{"stage":"start"}}')];
  for (const result of results) {
    const copy = Object.create(Object.getPrototypeOf(result), Object.getOwnPropertyDescriptors(result));
    expect(copy.exchange).toBe(result.exchange);
    expect(copy.drift).toEqual([]);
    expect(Object.keys(copy)).not.toContain('exchange');
  }
});
