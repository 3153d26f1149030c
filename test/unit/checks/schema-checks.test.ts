import { defaultConventions } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  answered,
  check,
  classes,
  context,
  found,
  known,
  noServerError,
  query,
  simulate,
  texts,
  validCall,
  wire,
} from './observed.js';

const simulation = (response: unknown) => answered(simulate(validCall), { body: { response } });
const written = (response: string) => answered(simulate(validCall), { body: `{"response":${response}}` });
const record = (response: unknown) => answered(query(known), { body: { response } });
const checks = [check('schema'), check('integer-as-string'), check('rounded-integer'), check('drift')];
const rightAnswers = [
  simulation({
    debugInfo: { blockNumber: 2n ** 70n, callData: '0x', from: '0x', to: '0x' },
    estimatedGas: 21_000n,
    estimatedJettonFeeAmount: '1',
    feeParams: { currentBaseFee: '1', isEip1559: true, suggestedGasPrice: '1', suggestedGasTip: '1' },
    message: '',
    outMessages: [
      {
        callerAddress: '',
        operationId: '',
        payload: '',
        shardsKey: 9007199254740993n,
        targetAddress: '',
        tokensBurned: [{ amount: '1', tokenAddress: '' }],
        tokensLocked: null,
      },
    ],
    simulationError: '',
    simulationStatus: true,
  }),
  simulation({}),
  simulation({ outMessages: null, debugInfo: null, feeParams: null }),
  simulation({ outMessages: [] }),
  record({
    note: { content: '', errorName: '', internalBytesError: '', internalMsg: '' },
    stage: 'collectedInALPHA',
    success: true,
    timestamp: 1_763_712_000n,
    transactions: [{ blockchainType: 'BETA', hash: '0x' }],
  }),
  record({ note: null, transactions: null }),
  record({}),
];

it('finds nothing in answers of every shape that the interface and practice have', () => {
  for (const one of checks) expect(classes(one, rightAnswers), one.name).toEqual([]);
});

describe('schema', () => {
  it.each([
    [simulation({ simulationStatus: 'true' }), 'response.simulationStatus: string for boolean'],
    [simulation({ simulationError: null }), 'response.simulationError: null for string'],
    [simulation({ estimatedJettonFeeAmount: 5n }), 'response.estimatedJettonFeeAmount: integer for string'],
    [simulation({ outMessages: {} }), 'response.outMessages: object for array'],
    [simulation({ estimatedGas: 'much' }), 'response.estimatedGas: string for integer'],
    [simulation({ estimatedGas: 1.5 }), 'response.estimatedGas: number for integer'],
    [simulation({ estimatedGas: null }), 'response.estimatedGas: null for integer'],
    [
      simulation({ outMessages: [{ tokensLocked: [{ amount: 1n }] }] }),
      'response.outMessages[].tokensLocked[].amount: integer for string',
    ],
    [record({ transactions: [null] }), 'response.transactions[]: null for object'],
    [record({ note: 'failed' }), 'response.note: string for object'],
    [answered(query(known), { body: {} }), 'response: absent for object'],
    [answered(query(known), { body: [] }), 'array for object'],
    [answered(query(known), { body: 'null' }), 'null for object'],
  ])('finds a member of another type (%#)', (observation, name) => {
    expect(classes(check('schema'), observation)).toEqual([name]);
  });

  it('reports the items of a list once, with the place of the first', () => {
    const messages = [{}, { payload: 1n }, { payload: 2n }, { payload: null }];
    expect(texts(check('schema'), simulation({ outMessages: messages }))).toEqual([
      'expected string at response.outMessages[1].payload, got integer',
      'expected string at response.outMessages[3].payload, got null',
    ]);
    expect(texts(check('schema'), answered(query(known), { body: [] }))[0]).toBe(
      'expected object at the top of the body, got array',
    );
  });

  it.each([
    [z.bigint().min(0n), -5n, 'integer >=0', '-5'],
    [z.string().regex(/^\d+$/), 'abc', 'string that must match pattern /^\\d+$/', '"abc"'],
    [z.enum(['fungible', 'nft']), 'coin', 'one of "fungible"|"nft"', '"coin"'],
    [z.string().min(3), 'a', 'string with >=3 characters', '"a"'],
    [z.uuid(), 'a', 'valid UUID', '"a"'],
    [z.string(), 7n, 'string', 'integer'],
  ])(
    'names what a declared member must be, and the value that is not (%#)',
    (schema, value, wanted, received) => {
      const conventions = { ...defaultConventions, extend: { outMessage: { queryId: schema } } };
      const { answer, ...rest } = simulation({ outMessages: [{ queryId: value }] });
      // It is not a simulation of the deployment.
      const observation = { ...rest, answer: { ...answer, simulation: undefined } as typeof answer };
      const [text] = texts(check('schema'), observation, { ...context, conventions });
      expect(text).toBe(`expected ${wanted} at response.outMessages[0].queryId, got ${received}`);
    },
  );

  it('ignores answers of another status, to a wrong method or to raw bytes', () => {
    const body = { error: 'no' };
    expect(classes(check('schema'), answered(simulate(validCall), { status: 400, body }))).toEqual([]);
    expect(classes(check('schema'), answered(simulate({ kind: 'wrong-method' }), { body }))).toEqual([]);
    expect(classes(check('schema'), answered(wire(noServerError), { body }))).toEqual([]);
  });
});

describe('integer-as-string', () => {
  it('finds the digits of an integer in quotes, however many', () => {
    const body = { estimatedGas: '21000', outMessages: [{ shardsKey: '18446744073709551615' }] };
    expect(classes(check('integer-as-string'), simulation(body))).toEqual([
      'response.estimatedGas: string for integer',
      'response.outMessages[].shardsKey: string for integer',
    ]);
    expect(classes(check('schema'), simulation(body))).toEqual([]);
    expect(texts(check('integer-as-string'), record({ timestamp: '-1' }))[0]).toBe(
      'expected integer at response.timestamp, got string "-1"',
    );
  });

  it('ignores texts that are not only digits, and digits in place of a text', () => {
    for (const estimatedGas of ['', '0x5208', '1e3', 'NaN', '1.0'])
      expect(classes(check('integer-as-string'), simulation({ estimatedGas })), estimatedGas).toEqual([]);
    expect(classes(check('integer-as-string'), simulation({ estimatedJettonFeeAmount: '21000' }))).toEqual(
      [],
    );
  });
});

describe('rounded-integer', () => {
  const key = (sent: string, received: string) =>
    answered(simulate({ kind: 'simulated', request: { shardsKey: sent } }), {
      body: `{"response":{"outMessages":[{},{"shardsKey":${received}}]}}`,
    });

  it.each([
    ['9007199254740993', '9007199254740992'],
    ['18446744073709551615', '18446744073709552000'],
    ['18446744073709551615', '18446744073709551616'],
    ['1763712000000000001', '1763712000000000000'],
  ])('finds the key %s that came as %s', (sent, received) => {
    expect(classes(check('rounded-integer'), key(sent, received))).toEqual([
      'response.outMessages[].shardsKey: rounded to a double',
    ]);
  });

  it.each([
    ['9007199254740993', '9007199254740993'],
    ['9007199254740992', '9007199254740992'],
    ['9007199254740993', '9007199254740996'],
    ['9007199254740993', '7'],
    ['1763712000042', '1763712000043'],
    // Both become the same double, but neither is one.
    ['75443011694693066', '75443011694693065'],
    ['0', '1'],
  ])('accepts the key %s that came as %s', (sent, received) => {
    expect(classes(check('rounded-integer'), key(sent, received))).toEqual([]);
  });

  it('finds an integer in the format of a double', () => {
    expect(classes(check('rounded-integer'), written('{"estimatedGas":1.8446744073709552e19}'))).toEqual([
      'response.estimatedGas: double for integer',
    ]);
    expect(classes(check('schema'), written('{"estimatedGas":1.8446744073709552e19}'))).toEqual([]);
    expect(classes(check('rounded-integer'), written('{"estimatedGas":1e3}'))).toEqual([]);
    expect(classes(check('rounded-integer'), written('{"estimatedGas":1.5}'))).toEqual([]);
  });
});

describe('drift', () => {
  it('finds a member that the interface does not show, once for the items of a list', () => {
    const extra = simulation({ trace: 'abc', outMessages: [{ nonce: 1n }, { nonce: 2n }] });
    expect(classes(check('drift'), extra)).toEqual([
      'response.*: unknown member',
      'response.outMessages[].*: unknown member',
    ]);
    expect(texts(check('drift'), extra)).toEqual([
      'expected only what the interface or the conventions name, got response.trace: "abc"',
      'expected only what the interface or the conventions name, got response.outMessages[].nonce: 1 and other values (2 times)',
    ]);
    expect(classes(check('drift'), record({ note: { reason: '' }, transactions: [{ chain: '' }] }))).toEqual([
      'response.note.*: unknown member',
      'response.transactions[].*: unknown member',
    ]);
    expect(classes(check('drift'), written('{"__proto__":{"a":1}}'))).toEqual(['response.*: unknown member']);
    expect(classes(check('drift'), answered(query(known), { body: { response: {}, took: 1n } }))).toEqual([
      '*: unknown member',
    ]);
  });

  it('shows no value of an answer with a credential', () => {
    const withCredential = { body: { response: { trace: 'abc' } }, echoesCredential: true };
    expect(texts(check('drift'), answered(simulate(validCall), withCredential))[0]).toMatch(
      /got response\.trace$/,
    );
  });

  it('finds a stage or a chain type that the conventions do not name', () => {
    expect(
      classes(check('drift'), record({ stage: 'rebalancing', transactions: [{ blockchainType: 'GAMMA' }] })),
    ).toEqual(['response.stage: unknown value', 'response.transactions[].blockchainType: unknown value']);
  });

  it('reports all names in snake_case once', () => {
    const snake = simulation({ simulation_status: true, out_messages: [], my_own: 1n, simulationError: '' });
    expect(classes(check('drift'), snake)).toEqual(['names in snake_case', 'response.*: unknown member']);
  });

  it('is a violation of the schema where no name can be read', () => {
    const snake = simulation({ simulation_status: true, out_messages: [], message: '', my_own: 1n });
    expect(checks.map((check) => classes(check, snake))).toEqual([
      ['all names in snake_case'],
      [],
      [],
      ['response.*: unknown member'],
    ]);
    expect(classes(check('schema'), simulation({ message: '' }))).toEqual([]);
  });

  it('reports the members of an object once, because their names may be data', () => {
    const byId = Object.fromEntries(Array.from({ length: 1000 }, (_, id) => [`k${id}`, id]));
    const [only, ...more] = found(check('drift'), simulation({ debugInfo: byId }));
    expect(more).toEqual([]);
    expect(only).toMatchObject({
      path: 'response.debugInfo.*',
      received: expect.stringMatching(
        /^response\.debugInfo\.k0: .* response\.debugInfo\.k4: \S+ and 995 more$/,
      ),
    });
    const data = (name: string) => classes(check('drift'), simulation({ debugInfo: { [name]: 1n } }));
    for (const name of ['a.b', '0x.[7].c', 'a.callData', 'amount'])
      expect(data(name), name).toEqual(data('span'));
  });

  it('ignores answers of another shape, which the check schema finds', () => {
    expect(classes(check('drift'), simulation({ simulationStatus: 'yes', trace: '' }))).toEqual([]);
    expect(
      classes(check('drift'), answered(simulate(validCall), { status: 400, body: { error: '', more: '' } })),
    ).toEqual([]);
  });
});
