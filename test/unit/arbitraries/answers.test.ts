import { defaultConventions, defineDeployment } from 'crosscheck';
import {
  type InclusionResponseOptions,
  inclusionResponse,
  type SimulationResponseOptions,
  simulationResponse,
} from 'crosscheck/arbitraries';
import {
  createDialect,
  type InclusionResponse,
  inclusionResponseSchema,
  type SimulationResponse,
  simulationResponseSchema,
} from 'crosscheck/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeArbitraryLaws, shrunkBy } from '../../support/arbitrary-laws.js';
import { verdictOf } from '../../support/verdict-of.js';

type Simulation = SimulationResponse['response'];

const isSimulation = (body: SimulationResponse): boolean => simulationResponseSchema.safeParse(body).success;
const isInclusion = (body: InclusionResponse): boolean => inclusionResponseSchema.safeParse(body).success;
const simulations = (options?: SimulationResponseOptions): Simulation[] =>
  fc.sample(simulationResponse(options), { numRuns: 2000, seed: 11 }).map(({ response }) => response);
const inclusions = (options?: InclusionResponseOptions): InclusionResponse['response'][] =>
  fc.sample(inclusionResponse(options), { numRuns: 2000, seed: 11 }).map(({ response }) => response);

const simulationVerdict = ({ simulationStatus }: Simulation): 'success' | 'failure' | 'none' =>
  simulationStatus === undefined ? 'none' : simulationStatus ? 'success' : 'failure';

const memberNames = {
  response: [
    'debugInfo',
    'estimatedGas',
    'estimatedJettonFeeAmount',
    'feeParams',
    'message',
    'outMessages',
    'simulationError',
    'simulationStatus',
  ],
  debugInfo: ['blockNumber', 'callData', 'from', 'to'],
  feeParams: ['currentBaseFee', 'isEip1559', 'suggestedGasPrice', 'suggestedGasTip'],
  outMessage: [
    'callerAddress',
    'operationId',
    'payload',
    'shardsKey',
    'targetAddress',
    'tokensBurned',
    'tokensLocked',
  ],
  token: ['amount', 'tokenAddress'],
};

/** Returns for each member of some simulations in which states it was: absent, null or there. */
function presenceIn(answers: readonly Simulation[]): string[][] {
  const messages = answers.flatMap(({ outMessages }) => outMessages ?? []);
  const objects: Record<keyof typeof memberNames, readonly Record<string, unknown>[]> = {
    response: answers,
    debugInfo: answers.flatMap(({ debugInfo }) => (debugInfo ? [debugInfo] : [])),
    feeParams: answers.flatMap(({ feeParams }) => (feeParams ? [feeParams] : [])),
    outMessage: messages,
    token: messages.flatMap(({ tokensBurned, tokensLocked }) => [
      ...(tokensBurned ?? []),
      ...(tokensLocked ?? []),
    ]),
  };
  const presence = (value: unknown): string =>
    value === undefined ? 'absent' : value === null ? 'null' : 'there';
  return Object.entries(memberNames).flatMap(([kind, names]) =>
    names.map((name) =>
      [...new Set(objects[kind as keyof typeof memberNames].map((object) => presence(object[name])))].sort(),
    ),
  );
}

const isComplete = (answers: readonly Simulation[]): boolean =>
  presenceIn(answers).every((presence) => ['there', ''].includes(presence.join()));

const successByHand: SimulationResponse = {
  response: {
    debugInfo: { blockNumber: 2n ** 60n, callData: '0x12', from: `0x${'ab'.repeat(20)}` },
    estimatedGas: 21_000n,
    feeParams: null,
    message: 'Ça marche 🦊\n',
    outMessages: [{ shardsKey: 9007199254740993n, tokensBurned: [], tokensLocked: [{ amount: '7' }] }],
    simulationError: '',
    simulationStatus: true,
  },
};
const failureByHand: SimulationResponse = {
  response: { outMessages: null, simulationError: 'execution reverted: paused', simulationStatus: false },
};
const contradictions: SimulationResponse[] = [
  { response: { simulationStatus: true, simulationError: 'paused' } },
  { response: { simulationStatus: true, estimatedGas: 0n } },
  { response: { simulationStatus: false } },
  { response: { simulationStatus: false, simulationError: '' } },
  { response: { simulationStatus: false, simulationError: 'paused', outMessages: [{}] } },
  { response: { outMessages: [{}] } },
];

describeArbitraryLaws('simulationResponse', {
  arbitrary: simulationResponse(),
  chains: 2,
  isValid: isSimulation,
  simplest: { response: {} },
  handWritten: [successByHand, failureByHand],
  neverGenerated: [
    {},
    { response: null },
    { response: { extra: 1 } },
    { response: {}, extra: 1 },
    { response: { estimatedGas: 2n ** 64n } },
    { response: { debugInfo: { blockNumber: -1n } } },
    ...contradictions,
  ],
});

describeArbitraryLaws('simulationResponse of a success', {
  arbitrary: simulationResponse({ verdict: 'success' }),
  chains: 2,
  isValid: (body) => isSimulation(body) && simulationVerdict(body.response) === 'success',
  simplest: { response: { simulationStatus: true } },
  handWritten: [successByHand],
  neverGenerated: [failureByHand, { response: {} }, ...contradictions],
});

describeArbitraryLaws('simulationResponse of a failure', {
  arbitrary: simulationResponse({ verdict: 'failure' }),
  chains: 2,
  isValid: (body) => isSimulation(body) && simulationVerdict(body.response) === 'failure',
  simplest: { response: { simulationError: 'a', simulationStatus: false } },
  handWritten: [failureByHand],
  neverGenerated: [successByHand, { response: {} }, ...contradictions],
});

describeArbitraryLaws('simulationResponse without a verdict', {
  arbitrary: simulationResponse({ verdict: 'none' }),
  chains: 2,
  isValid: (body) => isSimulation(body) && simulationVerdict(body.response) === 'none',
  simplest: { response: {} },
  handWritten: [{ response: { message: 'out of order', outMessages: [] } }],
  neverGenerated: [successByHand, failureByHand, ...contradictions],
});

describeArbitraryLaws('a complete simulationResponse', {
  arbitrary: simulationResponse({ verdict: 'success', complete: true }),
  chains: 1,
  isValid: (body) => isSimulation(body) && isComplete([body.response]),
  simplest: {
    response: {
      debugInfo: {
        blockNumber: 0n,
        callData: '0x',
        from: `0x${'00'.repeat(20)}`,
        to: `0x${'00'.repeat(20)}`,
      },
      estimatedGas: 1n,
      estimatedJettonFeeAmount: '0',
      feeParams: { currentBaseFee: '0', isEip1559: false, suggestedGasPrice: '0', suggestedGasTip: '0' },
      message: '',
      outMessages: [],
      simulationError: '',
      simulationStatus: true,
    },
  },
  neverGenerated: [successByHand, failureByHand],
});

const noteByHand = { content: '', errorName: 'NotEnoughGas', internalMsg: 'ran out — à sec' };
const inclusionByHand: InclusionResponse = {
  response: {
    note: noteByHand,
    stage: 'collectedInBETA',
    success: false,
    timestamp: 1_763_712_000n,
    transactions: [{ blockchainType: 'BETA', hash: `0x${'cd'.repeat(32)}` }, {}],
  },
};

describeArbitraryLaws('inclusionResponse', {
  arbitrary: inclusionResponse(),
  chains: 2,
  isValid: isInclusion,
  simplest: { response: {} },
  handWritten: [inclusionByHand, { response: { note: null, transactions: [] } }],
  neverGenerated: [
    {},
    { response: null },
    { response: { stage: 'collectedInTVM' } },
    { response: { timestamp: 1 } },
  ],
});

describeArbitraryLaws('inclusionResponse of an included message', {
  arbitrary: inclusionResponse({ verdict: 'included' }),
  chains: 2,
  isValid: (body) => isInclusion(body) && verdictOf(body.response) === 'included',
  simplest: { response: { stage: 'includedInBETAConsensus' } },
  handWritten: [{ response: { ...inclusionByHand.response, stage: 'executedInBETA' } }],
  neverGenerated: [inclusionByHand],
});

const evmAndTvm = { alpha: 'evm', beta: 'tvm' };
const { fromWireInclusion } = createDialect(evmAndTvm, defaultConventions);

describeArbitraryLaws('inclusionResponse of a rejected message, in the names of a deployment', {
  arbitrary: inclusionResponse({ verdict: 'rejected', chains: evmAndTvm }),
  chains: 2,
  isValid: (body) => isInclusion(body) && verdictOf(fromWireInclusion(body.response)) === 'rejected',
  simplest: { response: { note: { errorName: 'a' }, stage: 'start', success: false } },
  neverGenerated: [inclusionByHand, { response: {} }],
});

type State = 'absent' | 'null' | '[]' | '{}' | 'there';

const stateOf = (value: unknown): State => {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (Object.keys(value).length > 0 || typeof value !== 'object') return 'there';
  return Array.isArray(value) ? '[]' : '{}';
};
/** Every combination of the states, as text. */
const product = (...axes: readonly (readonly State[])[]): string[] =>
  axes.reduce<string[]>((all, axis) => all.flatMap((some) => axis.map((state) => `${some} ${state}`)), ['']);
const states = (...values: unknown[]): string => values.map((value) => ` ${stateOf(value)}`).join('');

const objects: State[] = ['absent', 'null', '{}', 'there'];
const lists: State[] = ['absent', 'null', '[]', 'there'];

describe('the first 2,000 simulation responses', () => {
  const answers = simulations();
  const messages = answers.flatMap(({ outMessages }) => outMessages ?? []);

  it('have every combination of debug data, fee parameters and outgoing messages', () => {
    const seen = new Set(
      answers.map(({ debugInfo, feeParams, outMessages }) => states(debugInfo, feeParams, outMessages)),
    );
    const some: State[] = ['absent', 'null', 'there'];
    expect(product(some, some, lists).filter((combination) => !seen.has(combination))).toEqual([]);
  });

  it('have every combination of burned and locked tokens with debug data and fee parameters', () => {
    const seen = new Set(
      answers.flatMap(({ debugInfo, feeParams, outMessages }) =>
        (outMessages ?? []).map(({ tokensBurned, tokensLocked }) =>
          states(debugInfo, feeParams, tokensBurned, tokensLocked),
        ),
      ),
    );
    const some: State[] = ['absent', 'null', 'there'];
    expect(product(some, some, lists, lists).filter((combination) => !seen.has(combination))).toEqual([]);
  });

  it('have every field absent and present', () => {
    for (const presence of presenceIn(answers))
      expect(presence).toEqual(expect.arrayContaining(['absent', 'there']));
  });

  it('have empty debug data and fee parameters', () => {
    expect(new Set(answers.map(({ debugInfo }) => stateOf(debugInfo)))).toEqual(new Set(objects));
    expect(new Set(answers.map(({ feeParams }) => stateOf(feeParams)))).toEqual(new Set(objects));
  });

  it('have no message, one message and many, and both fee models', () => {
    expect([...new Set(answers.map(({ outMessages }) => outMessages?.length ?? 0))].sort()).toEqual([
      0, 1, 2, 3, 4,
    ]);
    expect(new Set(answers.map(({ feeParams }) => feeParams?.isEip1559))).toEqual(
      new Set([true, false, undefined]),
    );
  });

  it('have integers beyond those that a number holds exactly', () => {
    const limits = [2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 63n + 1n, 2n ** 64n - 1n];
    expect(answers.map(({ estimatedGas }) => estimatedGas)).toEqual(expect.arrayContaining([0n, ...limits]));
    expect(answers.map(({ debugInfo }) => debugInfo?.blockNumber)).toEqual(
      expect.arrayContaining([0n, ...limits]),
    );
    expect(messages.map(({ shardsKey }) => shardsKey)).toEqual(expect.arrayContaining([0n, ...limits]));
  });

  it('have no integer of more than 64 bits', () => {
    for (const verdict of ['success', 'failure', 'none', undefined] as const) {
      const integers = simulations({ verdict }).flatMap(({ debugInfo, estimatedGas, outMessages }) => [
        ['estimatedGas', estimatedGas] as const,
        ['blockNumber', debugInfo?.blockNumber] as const,
        ...(outMessages ?? []).map(({ shardsKey }) => ['shardsKey', shardsKey] as const),
      ]);
      const isOutside = (integer = 0n): boolean => integer < 0n || integer >= 2n ** 64n;
      expect(integers.filter(([, integer]) => isOutside(integer)).slice(0, 3)).toEqual([]);
    }
  });

  it('have well-formed texts with characters of many bytes', () => {
    const texts = answers.flatMap(({ message, simulationError }) => [message ?? '', simulationError ?? '']);
    expect(texts.every((text) => text.isWellFormed())).toBe(true);
    for (const marker of ['é', '日本語', '👩‍👩‍👧', '\u0000', '"', '\n']) {
      expect(texts.some((text) => text.includes(marker))).toBe(true);
    }
    expect(texts.some((text) => Buffer.byteLength(text) > 200)).toBe(true);
  });

  it('do not contradict themselves', () => {
    expect(new Set(answers.map(simulationVerdict))).toEqual(new Set(['success', 'failure', 'none']));
    for (const answer of answers) {
      const { estimatedGas, outMessages, simulationError } = answer;
      const verdict = simulationVerdict(answer);
      if (verdict === 'success') expect([simulationError || '', estimatedGas === 0n]).toEqual(['', false]);
      else expect(outMessages ?? []).toEqual([]);
      if (verdict === 'failure') expect(simulationError).not.toBe('');
    }
  });
});

describe('options of simulationResponse', () => {
  it.each(['success', 'failure', 'none'] as const)('restrict the verdict to %s', (verdict) => {
    expect(new Set(simulations({ verdict }).map(simulationVerdict))).toEqual(new Set([verdict]));
  });

  it('make every field present', () => {
    expect(new Set(presenceIn(simulations({ complete: true })).map(String))).toEqual(new Set(['there']));
    expect(new Set(simulations({ complete: true }).map(simulationVerdict))).toEqual(
      new Set(['success', 'failure']),
    );
  });

  it('share no object between two responses', () => {
    const [one, other] = fc.sample(simulationResponse({ verdict: 'failure', complete: true }), 2);
    expect(one?.response.outMessages).toEqual([]);
    expect(one?.response.outMessages).not.toBe(other?.response.outMessages);
  });

  it('shrink to the smallest response that a consumer reads wrongly', () => {
    const forgetsNull = ({ response }: SimulationResponse): boolean =>
      response.outMessages?.every(({ tokensLocked }) => tokensLocked !== null) ?? true;
    expect(shrunkBy(simulationResponse(), forgetsNull)).toEqual({
      response: { outMessages: [{ tokensLocked: null }], simulationStatus: true },
    });
  });

  const bad: [string, unknown, string][] = [
    ['a misspelt option', { verdicts: 'none' }, 'verdicts is not an option; did you mean verdict?'],
    ['an unknown verdict', { verdict: 'ok' }, 'verdict must be one of success, failure, none, got "ok"'],
    ['another type', { complete: 'yes' }, 'complete must be true or false, got "yes"'],
    [
      'every field without a verdict',
      { verdict: 'none', complete: true },
      "complete contradicts the verdict 'none'",
    ],
    ['a list instead of options', [], 'simulationResponse takes an object of options, got []'],
    ['null instead of options', null, 'simulationResponse takes an object of options, got null'],
  ];
  it.each(bad)('are rejected when the arbitrary is created: %s', (_, options, message) => {
    expect(() => simulationResponse(options as SimulationResponseOptions)).toThrow(
      expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(message) }),
    );
  });
});

describe('the first 2,000 inclusion responses', () => {
  const answers = inclusions();

  it('have every combination of members that are absent, null, empty and present', () => {
    const seen = new Set(
      answers.map(({ note, stage, success, timestamp, transactions }) =>
        states(note, stage, success, timestamp, transactions),
      ),
    );
    const flags: State[] = ['absent', 'there'];
    const some: State[] = ['absent', 'null', 'there'];
    const wanted = product(some, flags, flags, flags, lists);
    expect(wanted.filter((combination) => !seen.has(combination))).toEqual([]);
    expect(new Set(answers.map(({ note }) => stateOf(note)))).toEqual(new Set(objects));
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['the ones of the conventions', ['MyError', 'OtherError'], ['MyError', 'OtherError']],
    ['the default ones if the conventions allow any', [], defaultConventions.errorNames],
  ])('have names of errors: %s', (_, errorNames, expected) => {
    const names = inclusions({ conventions: { errorNames } }).flatMap(({ note }) => note?.errorName ?? []);
    const known = [...expected, ...defaultConventions.errorNames];
    expect(new Set(names.filter((name) => known.includes(name)))).toEqual(new Set(expected));
  });

  it('have every combination of the members of a note, and every stage, success and chain', () => {
    const flags: State[] = ['absent', 'there'];
    const notes = answers.flatMap(({ note }) => (note ? [note] : []));
    const seen = new Set(
      notes.map(({ content, errorName, internalBytesError, internalMsg }) =>
        [content, errorName, internalBytesError, internalMsg]
          .map((text) => ` ${text === undefined ? 'absent' : 'there'}`)
          .join(''),
      ),
    );
    expect(product(flags, flags, flags, flags).filter((combination) => !seen.has(combination))).toEqual([]);
    expect(new Set(answers.map(({ stage }) => stage))).toEqual(
      new Set([...defaultConventions.stages, undefined]),
    );
    expect(new Set(answers.map(({ success }) => success))).toEqual(new Set([true, false, undefined]));
    const transactions = answers.flatMap((answer) => answer.transactions ?? []);
    expect(new Set(transactions.map(({ blockchainType }) => blockchainType))).toEqual(
      new Set(['ALPHA', 'BETA', undefined]),
    );
  });

  it('have timestamps in the unit of the deployment, and some beyond those that a number holds exactly', () => {
    const usual = (options: InclusionResponseOptions, from: number, to: number): number => {
      const timestamps = inclusions(options).flatMap(({ timestamp }) => timestamp ?? []);
      const isUsual = (timestamp: bigint): boolean => timestamp >= BigInt(from) && timestamp <= BigInt(to);
      return timestamps.filter(isUsual).length / timestamps.length;
    };
    const [from, to] = [Date.UTC(2023, 0), Date.UTC(2034, 0)];
    expect(usual({}, from / 1000, to / 1000)).toBeGreaterThan(0.6);
    expect(usual({ conventions: { timestampUnit: 'ms' } }, from, to)).toBeGreaterThan(0.6);
    expect(answers.map(({ timestamp }) => timestamp)).toEqual(
      expect.arrayContaining([0n, 2n ** 31n, 2n ** 53n + 1n, 2n ** 63n - 1n]),
    );
  });

  it('have every verdict', () => {
    expect(new Set(answers.map((answer) => verdictOf(answer)))).toEqual(
      new Set(['pending', 'included', 'rejected', 'unknown']),
    );
  });
});

describe('options of inclusionResponse', () => {
  const deployment = defineDeployment({
    simulatorUrl: 'http://127.0.0.1:1',
    observerUrl: 'http://127.0.0.1:1',
    chains: { alpha: 'evm', beta: 'tvm' },
    conventions: { stages: ['start', 'seenInALPHA', 'doneInBETA'], includedStage: 'doneInBETA' },
  });

  it.each(['pending', 'included', 'rejected'] as const)('restrict the verdict to %s', (verdict) => {
    const judged = inclusions({ verdict }).map((answer) => verdictOf(answer));
    expect(new Set(judged)).toEqual(new Set([verdict]));
    const answers = inclusions({ verdict, deployment }).map(deployment.dialect.fromWireInclusion);
    expect(new Set(answers.map((answer) => verdictOf(answer, deployment.conventions)))).toEqual(
      new Set([verdict]),
    );
  });

  it('use the chain names of a deployment', () => {
    for (const options of [
      { deployment },
      { chains: deployment.chains, conventions: deployment.conventions },
    ]) {
      const answers = inclusions(options);
      expect(new Set(answers.map(({ stage }) => stage))).toEqual(
        new Set(['start', 'seenInEVM', 'doneInTVM', undefined]),
      );
      const transactions = answers.flatMap((answer) => answer.transactions ?? []);
      expect(new Set(transactions.map(({ blockchainType }) => blockchainType))).toEqual(
        new Set(['EVM', 'TVM', undefined]),
      );
    }
  });

  it('keep neutral names with only the conventions of a deployment', () => {
    const stages = inclusions({ conventions: deployment.conventions }).map(({ stage }) => stage);
    expect(new Set(stages)).toEqual(new Set(['start', 'seenInALPHA', 'doneInBETA', undefined]));
  });

  it('use the default names if the conventions name none', () => {
    const stages = inclusions({ conventions: { stages: [], blockchainTypes: [] } }).map(({ stage }) => stage);
    expect(new Set(stages)).toEqual(new Set([...defaultConventions.stages, undefined]));
  });

  it('use the predicates of the conventions', () => {
    const isIncluded = ({ timestamp }: InclusionResponse['response']): boolean => timestamp === 0n;
    const answers = inclusions({ verdict: 'included', conventions: { isIncluded } });
    expect(new Set(answers.map(({ timestamp }) => timestamp))).toEqual(new Set([0n]));
  });

  const bad: [string, unknown, string][] = [
    ['a misspelt option', { verdikt: 'pending' }, 'verdikt is not an option; did you mean verdict?'],
    ['an unknown verdict', { verdict: 'done' }, 'verdict must be one of pending, included, rejected'],
    [
      'a misspelt convention',
      { conventions: { stage: [] } },
      'conventions.stage is not an option; did you mean',
    ],
    ['a bad convention', { conventions: { timestampUnit: 'h' } }, 'conventions.timestampUnit must be one of'],
    ['a misspelt chain', { chains: { alfa: 'evm' } }, 'chains.alfa is not an option; did you mean alpha?'],
    [
      'one name for two chains',
      { chains: { alpha: 'tvm', beta: 'tvm' } },
      'chains must be two names, got tvm twice',
    ],
    [
      'an included stage that is not a stage',
      { conventions: { stages: ['start'] } },
      'conventions.includedStage must be one of the stages, which includedInBETAConsensus is not',
    ],
    [
      'an object that is not a deployment',
      { deployment: {} },
      'deployment must be created with defineDeployment',
    ],
    ['two sources of names', { deployment, chains: {} }, 'chains contradicts deployment'],
    ['two sources of conventions', { deployment, conventions: {} }, 'conventions contradicts deployment'],
    [
      'a verdict that the conventions make impossible',
      { verdict: 'included', conventions: { isIncluded: () => false } },
      "verdict cannot be included: tried 1000 answers with the conventions' isIncluded",
    ],
    ['a text instead of options', 'x', 'inclusionResponse takes an object of options, got "x"'],
  ];
  it.each(bad)('are rejected when the arbitrary is created: %s', (_, options, message) => {
    expect(() => inclusionResponse(options as InclusionResponseOptions)).toThrow(
      expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(message) }),
    );
  });
});
