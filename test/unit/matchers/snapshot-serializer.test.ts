import { createClient } from 'crosscheck';
import { snapshotSerializer } from 'crosscheck/matchers';
import { expect, it } from 'vitest';
import { record } from '../../support/scripted-observer.js';
import { secret, simulated, simulator } from './simulator.js';

expect.addSnapshotSerializer(snapshotSerializer);

const hash = (digit: string): string => `0x${digit.repeat(64)}`;
/** The answers of two runs, which differ in what changes between runs. */
const simulationOfRun = (run: 1 | 2) =>
  simulated({
    debugInfo: {
      blockNumber: run,
      callData: hash(`${run}`),
      to: '0x52908400098527886E0F7030069857D2E4169EE7',
    },
    estimatedGas: 120_000,
    estimatedJettonFeeAmount: `${run}00`,
    feeParams: {
      currentBaseFee: `${run}`,
      isEip1559: true,
      suggestedGasPrice: `${run}`,
      suggestedGasTip: `${run}`,
    },
    message: `the call succeeds at block ${run}; outgoing messages: 1`,
    outMessages: [{ operationId: hash(`${run}`), payload: '0x', tokensBurned: null, tokensLocked: [] }],
    simulationError: '',
    simulationStatus: true,
    unknown: `echo of ${secret}`,
  });
const recordOfRun = async (run: 1 | 2) =>
  createClient(
    await simulator(
      record({
        stage: 'executedInALPHA',
        success: true,
        timestamp: 1_763_712_000 + run,
        note: null,
        transactions: [{ hash: hash(`${run}`), blockchainType: 'ALPHA' }],
      }),
    ),
  ).inclusion(hash(`${run}`));

it('a simulation is written without values that differ between runs', async () => {
  const result = await simulationOfRun(1);
  expect(result).toMatchInlineSnapshot(`
    SimulationResult {
      "request": {
        "alphaCallParams": {
          "methodName": "swap",
          "target": "0x52908400098527886E0F7030069857D2E4169EE7",
        },
        "betaAssets": [
          {
            "amount": "1000000000",
          },
        ],
        "betaCaller": "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N",
        "shardsKey": "1763712000042",
      },
      "response": {
        "debugInfo": {
          "blockNumber": "<block number>",
          "callData": "<call data>",
          "to": "0x52908400098527886E0F7030069857D2E4169EE7",
        },
        "estimatedGas": "<gas>",
        "estimatedJettonFeeAmount": "<fee>",
        "feeParams": {
          "currentBaseFee": "<gas price>",
          "isEip1559": true,
          "suggestedGasPrice": "<gas price>",
          "suggestedGasTip": "<gas price>",
        },
        "message": "the call succeeds at block <block number>; outgoing messages: 1",
        "outMessages": [
          {
            "operationId": "<operation id>",
            "payload": "0x",
            "tokensBurned": null,
            "tokensLocked": [],
          },
        ],
        "simulationError": "",
        "simulationStatus": true,
        "unknown": "echo of [redacted]",
      },
    }
  `);
  expect(result.response.debugInfo?.blockNumber).toBe(1n);
});

it('a record is written without values that differ between runs', async () => {
  expect(await recordOfRun(1)).toMatchInlineSnapshot(`
    InclusionRecord {
      "operationId": "<operation id>",
      "response": {
        "note": null,
        "stage": "executedInALPHA",
        "success": true,
        "timestamp": "<timestamp>",
        "transactions": [
          {
            "blockchainType": "ALPHA",
            "hash": "<transaction hash>",
          },
        ],
      },
      "verdict": "pending",
    }
  `);
});

it('a response is written without values that differ between runs, at any depth', async () => {
  const { response } = await recordOfRun(1);
  expect({ seen: [response] }).toMatchInlineSnapshot(`
    {
      "seen": [
        {
          "note": null,
          "stage": "executedInALPHA",
          "success": true,
          "timestamp": "<timestamp>",
          "transactions": [
            {
              "blockchainType": "ALPHA",
              "hash": "<transaction hash>",
            },
          ],
        },
      ],
    }
  `);
});

it('two runs are written alike', async () => {
  const write = (value: unknown): string => {
    const print = (copy: unknown): string =>
      JSON.stringify(copy, (_, member) => (typeof member === 'bigint' ? `${member}n` : member));
    return snapshotSerializer.serialize(value, {}, '', 0, [], print);
  };
  expect(write(await simulationOfRun(1))).toBe(write(await simulationOfRun(2)));
  expect(write(await recordOfRun(1))).toBe(write(await recordOfRun(2)));
});

it('null, absent and [] stay different, and stable values stay', async () => {
  const { response } = await simulated({ simulationStatus: false, outMessages: null, estimatedGas: 7 });
  expect(response).toMatchInlineSnapshot(`
    {
      "estimatedGas": "<gas>",
      "outMessages": null,
      "simulationStatus": false,
    }
  `);
});

it('instances of other classes and circular values are left to other serializers', () => {
  class Note {
    hash = '0x12';
  }
  const around: Record<string, unknown> = { stage: 'start', success: true, timestamp: 7n };
  around.note = { around, transactions: [around] };
  expect([
    { success: true, note: null, timestamp: new Date(0) },
    { success: true, note: new Map([['hash', '0x12']]) },
    { success: true, note: new Note(), stage: /start/ },
    around,
  ]).toMatchInlineSnapshot(`
    [
      {
        "note": null,
        "success": true,
        "timestamp": 1970-01-01T00:00:00.000Z,
      },
      {
        "note": Map {
          "hash" => "0x12",
        },
        "success": true,
      },
      {
        "note": Note {
          "hash": "0x12",
        },
        "stage": /start/,
        "success": true,
      },
      {
        "note": {
          "around": [Circular],
          "transactions": [
            [Circular],
          ],
        },
        "stage": "start",
        "success": true,
        "timestamp": "<timestamp>",
      },
    ]
  `);
});

it('an object that appears twice is masked in both places', () => {
  const transaction = { hash: '0x12' };
  expect({ stage: 'start', transactions: [transaction, transaction] }).toMatchInlineSnapshot(`
    {
      "stage": "start",
      "transactions": [
        {
          "hash": "0x12",
        },
        {
          "hash": "0x12",
        },
      ],
    }
  `);
});

it.each([
  [
    new (class Outcome {
      success = true;
      note = null;
      timestamp = 7n;
    })(),
  ],
  [{ timestamp: 7 }],
  [{ response: {}, exchange: 'another' }],
  [{ operationId: '0x12' }],
  [{ hash: 'x', blockNumber: 7n }],
  [[]],
  [null],
  ['stage'],
])('%o is left to other serializers', (value) => {
  expect(snapshotSerializer.test(value)).toBe(false);
});

it('lazy members of an object are not created', () => {
  const exchange = () => expect.fail('it should not be asked');
  expect(snapshotSerializer.test(Object.defineProperty({}, 'exchange', { get: exchange }))).toBe(false);
});

it('different values are never written alike, also across results in one snapshot', async () => {
  const id = (digit: string) => ({ operationId: hash(digit), payload: '0x' });
  const { response } = await simulated({
    simulationStatus: true,
    simulationError: 'block 7 is not block 8, block 7 is',
    outMessages: [id('1'), id('2'), id('1')],
  });
  const records = await Promise.all([recordOfRun(1), recordOfRun(2)]);
  expect([response, ...records.map((each) => each.response)]).toMatchInlineSnapshot(`
    [
      {
        "outMessages": [
          {
            "operationId": "<operation id>",
            "payload": "0x",
          },
          {
            "operationId": "<operation id 2>",
            "payload": "0x",
          },
          {
            "operationId": "<operation id>",
            "payload": "0x",
          },
        ],
        "simulationError": "block <block number> is not block <block number 2>, block <block number> is",
        "simulationStatus": true,
      },
      {
        "note": null,
        "stage": "executedInALPHA",
        "success": true,
        "timestamp": "<timestamp>",
        "transactions": [
          {
            "blockchainType": "ALPHA",
            "hash": "<transaction hash>",
          },
        ],
      },
      {
        "note": null,
        "stage": "executedInALPHA",
        "success": true,
        "timestamp": "<timestamp 2>",
        "transactions": [
          {
            "blockchainType": "ALPHA",
            "hash": "<transaction hash 2>",
          },
        ],
      },
    ]
  `);
});

it('malformed values are shown', async () => {
  const { response } = await simulated({
    simulationStatus: true,
    estimatedGas: 0,
    estimatedJettonFeeAmount: '-5',
    feeParams: { currentBaseFee: '1e9', isEip1559: true, suggestedGasPrice: '', suggestedGasTip: '007' },
    debugInfo: { blockNumber: -1, callData: '0x0' },
    outMessages: [{ operationId: '' }],
  });
  expect(response).toMatchInlineSnapshot(`
    {
      "debugInfo": {
        "blockNumber": -1n,
        "callData": "0x0",
      },
      "estimatedGas": 0n,
      "estimatedJettonFeeAmount": "-5",
      "feeParams": {
        "currentBaseFee": "1e9",
        "isEip1559": true,
        "suggestedGasPrice": "",
        "suggestedGasTip": "007",
      },
      "outMessages": [
        {
          "operationId": "",
        },
      ],
      "simulationStatus": true,
    }
  `);
});

it('different fee parameters have different numbers, whichever member has them', () => {
  const feeParams = (currentBaseFee: string, suggestedGasPrice: string, suggestedGasTip: string) => ({
    simulationStatus: true,
    feeParams: { currentBaseFee, suggestedGasPrice, suggestedGasTip },
  });
  expect(feeParams('1', '3', '1')).toMatchInlineSnapshot(`
    {
      "feeParams": {
        "currentBaseFee": "<gas price>",
        "suggestedGasPrice": "<gas price 2>",
        "suggestedGasTip": "<gas price>",
      },
      "simulationStatus": true,
    }
  `);
});

it('hashes in base64 and without 0x are masked', () => {
  const bytes = Buffer.alloc(32, 7);
  const forms = [bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')];
  expect(forms.map((text) => ({ stage: 'start', transactions: [{ hash: text }] }))).toMatchInlineSnapshot(`
    [
      {
        "stage": "start",
        "transactions": [
          {
            "hash": "<transaction hash>",
          },
        ],
      },
      {
        "stage": "start",
        "transactions": [
          {
            "hash": "<transaction hash 2>",
          },
        ],
      },
      {
        "stage": "start",
        "transactions": [
          {
            "hash": "<transaction hash 3>",
          },
        ],
      },
    ]
  `);
});

it('malformed hashes are shown, and timestamps of different units differ', () => {
  const withHash = (text: string, timestamp: bigint) => ({
    stage: 'start',
    timestamp,
    transactions: [{ hash: text }],
  });
  expect([
    withHash('0x51', 1_763_712_000n),
    withHash(hash('0'), 1_763_712_000_000n),
    withHash(hash('a'), 1_763_712_000n),
  ]).toMatchInlineSnapshot(`
    [
      {
        "stage": "start",
        "timestamp": "<timestamp>",
        "transactions": [
          {
            "hash": "0x51",
          },
        ],
      },
      {
        "stage": "start",
        "timestamp": "<timestamp in ms 2>",
        "transactions": [
          {
            "hash": "0x0000000000000000000000000000000000000000000000000000000000000000",
          },
        ],
      },
      {
        "stage": "start",
        "timestamp": "<timestamp>",
        "transactions": [
          {
            "hash": "<transaction hash>",
          },
        ],
      },
    ]
  `);
});
