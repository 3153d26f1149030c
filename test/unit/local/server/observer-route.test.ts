import { describe, expect, it } from 'vitest';
import { exchange } from '../../../support/http-exchange.js';
import { dialects, type OperationRecord, serve } from './serve.js';

const known = `0x${'ab'.repeat(32)}`;
const record: OperationRecord = {
  note: null,
  stage: 'executedInALPHA',
  success: true,
  timestamp: 2n ** 60n + 1n,
  transactions: [
    { blockchainType: 'BETA', hash: '0x01' },
    { blockchainType: 'ALPHA', hash: '0x02' },
  ],
};
const find = (operationId: string): OperationRecord | undefined =>
  operationId === known ? record : undefined;

describe.each(dialects)('an observer that says $alpha and $beta', (chains) => {
  const [alpha, beta] = [chains.alpha.toUpperCase(), chains.beta.toUpperCase()];

  it('answers with its own names for stages and chains, and integers exactly', async () => {
    const { observe } = await serve(chains, find);
    const { status, headers, text } = await exchange(`${observe}?operationId=${known}`);
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(text).toContain('"timestamp":1152921504606846977');
    expect(JSON.parse(text)).toMatchObject({
      response: {
        note: null,
        stage: `executedIn${alpha}`,
        success: true,
        transactions: [
          { blockchainType: beta, hash: '0x01' },
          { blockchainType: alpha, hash: '0x02' },
        ],
      },
    });
  });

  it('knows an operation whichever case its digits have', async () => {
    const { observe } = await serve(chains, find);
    const answer = await exchange(`${observe}?operationId=0x${'AB'.repeat(32)}`);
    expect(answer.status).toBe(200);
  });

  it('knows an operation however its query is encoded', async () => {
    const { observe } = await serve(chains, find);
    for (const query of [
      `?operation%49d=${known}`,
      `?operationId=%30x${'ab'.repeat(32)}`,
      `?&operationId=${known}&`,
    ])
      expect(await exchange(observe + query)).toMatchObject({ status: 200 });
  });

  it('answers with the current record', async () => {
    let newest = record;
    const { observe } = await serve(chains, () => newest);
    const stages: unknown[] = [];
    for (const stage of ['start', 'start', 'collectedInBETA'] as const) {
      if (stage !== newest.stage) newest = { ...record, stage };
      const { text } = await exchange(`${observe}?operationId=${known}`);
      stages.push(JSON.parse(text).response.stage);
    }
    expect(stages).toEqual(['start', 'start', `collectedIn${beta}`]);
  });

  it('answers 404 for an operation that it does not know', async () => {
    const { observe } = await serve(chains, find);
    const answer = await exchange(`${observe}?operationId=0x${'cd'.repeat(32)}`);
    expect(answer).toMatchObject({ status: 404, text: '{"error":"operation not found"}' });
  });

  it.each([
    ['', 'operationId is missing'],
    ['?', 'operationId is missing'],
    ['?operationid=0x', 'operationId is missing'],
    ['?operationId', 'operationId is empty'],
    ['?operationId=', 'operationId is empty'],
    [`?operationId=${known}&operationId=${known}`, 'operationId occurs 2 times'],
    ['?operationId=0x12', 'operationId must be 0x and 64 hex digits'],
    [`?operationId=0X${'ab'.repeat(32)}`, 'operationId must be 0x and 64 hex digits'],
    [`?operationId=${known}%0A`, 'operationId must be 0x and 64 hex digits'],
    [`?operationId=${known}&verbose=1`, 'unknown query parameter verbose'],
    [`?operationId=${known}&%1B%5B2J=1`, 'unknown query parameter \\u001b[2J'],
  ])('rejects the query %s', async (query, error) => {
    const { observe } = await serve(chains, find);
    const answer = await exchange(observe + query);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toEqual({ error });
    expect(await exchange(`${observe}?operationId=${known}`)).toMatchObject({ status: 200 });
  });

  it.each(['POST', 'HEAD', 'PATCH'] as const)('rejects the method %s', async (method) => {
    const { observe } = await serve(chains, find);
    expect(await exchange(`${observe}?operationId=${known}`, { method })).toMatchObject({
      status: 405,
      headers: { allow: 'GET' },
    });
  });

  it('rejects another path, also one that only the other listener has', async () => {
    const { observe, simulate } = await serve(chains, find);
    for (const path of [new URL(simulate).pathname, '/', `${new URL(observe).pathname}/`]) {
      expect(await exchange(new URL(path, observe).href)).toMatchObject({ status: 404 });
    }
  });
});
