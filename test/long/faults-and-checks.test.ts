import { defineDeployment, type LooseSimulationRequest } from 'crosscheck';
import { formatBetaAddress } from 'crosscheck/contract';
import type { CasePlan, CaseRequest, CheckName, RelationName } from 'crosscheck/fuzz';
import { type FaultName, type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import * as AbiParameters from 'ox/AbiParameters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { faultsByName, KnownFault } from '../../src/local/faults/known-faults.js';
import type { answerMutants } from '../mutants/answer-mutants.js';
import type { crossRequestMutants } from '../mutants/cross-request-mutants.js';
import { type inconclusiveFaults, type MutantName, withFaultOrMutant } from '../mutants/mutants.js';
import type { recordMutants } from '../mutants/record-mutants.js';
import type { requestMutants } from '../mutants/request-mutants.js';
import type { simulationMutants } from '../mutants/simulation-mutants.js';
import { checksThatFind, inTurn, poll, simulation } from '../support/written-cases.js';

let local: LocalDeployment;
beforeAll(async () => {
  local = await startLocalDeployment({ clock: 'manual' });
});
afterAll(() => local.stop());

/** The public faults with a hook. */
type FaultsWith<Hook extends KnownFault['changes']> = {
  [Name in FaultName]: (typeof faultsByName)[Name] extends { readonly [_ in Hook]: unknown } ? Name : never;
}[FaultName];

/** The case in which a check finds a fault, and the check. Without the fault, no check finds anything in the case. */
type Row<Plan> = readonly [plan: Plan, check: CheckName];

/** With this credential deployments are asked, so that an answer can leak it. */
const headers = { authorization: 'Bearer known-to-none-but-the-one-who-asks' };

describe('a fault of simulations', () => {
  const rows = {
    'contradicting-error': ['known', 'verdict-contradicts-error'],
    'failing-without-error': ['failures', 'verdict-contradicts-error'],
    'varying-verdict': ['manyTimes', 'wrong-verdict'],
    'zero-gas': ['known', 'gas-missing'],
    'tip-without-eip1559': ['known', 'fee-contradiction'],
    'price-below-base-fee': ['known', 'fee-contradiction'],
    'other-calldata': ['known', 'calldata-mismatch'],
    'lost-asset': ['known', 'assets-not-conserved'],
    'created-asset': ['amounts', 'assets-created'],
    'repeated-operation-id': ['known', 'duplicate-operation-id'],
    'block-regression': ['manyTimes', 'block-regression'],
    'block-in-future': ['manyTimes', 'block-regression'],
    'constant-gas': ['extraData', 'gas-ignores-call'],
    'execution-gas': ['extraData', 'fee-ignores-gas'],
    'gas-in-thousands': ['slots', 'gas-below-minimum'],
    'constant-fee': ['slots', 'fee-ignores-gas'],
    'fee-in-gwei': ['slots', 'fee-ignores-gas'],
    'fee-as-hex': ['slots', 'member-format'],
    'fee-with-exponent': ['slots', 'member-format'],
    'fee-with-zeros': ['known', 'member-format'],
    'fee-of-single-precision': ['known', 'fee-ignores-gas'],
    'tip-above-price': ['known', 'fee-contradiction'],
    'price-in-gwei': ['slots', 'unstable-fee-params'],
    'wrong-checksum': ['known', 'member-format'],
    'id-without-prefix': ['known', 'member-format'],
    'id-without-zeros': ['manyKeys', 'member-format'],
    'upper-case-ids': ['known', 'member-format'],
    'payload-cut': ['known', 'unexpected-messages'],
    'payload-odd': ['known', 'member-format'],
    'amounts-as-doubles': ['known', 'assets-not-conserved'],
    'amounts-with-exponent': ['known', 'assets-not-conserved'],
    'amounts-of-64-bits': ['known', 'assets-not-conserved'],
    'amounts-doubled': ['known', 'assets-not-conserved'],
    'lost-message': ['known', 'unexpected-messages'],
    'message-twice': ['known', 'unexpected-messages'],
    'message-of-failure': ['failures', 'unexpected-messages'],
    'short-calldata': ['known', 'calldata-encoding'],
    'unpadded-calldata': ['extraData', 'calldata-encoding'],
    // It changes the shards key of many calls, because a hash without a zero byte follows.
    'calldata-lengths': ['manyKeys', 'calldata-encoding'],
    'calldata-key': ['manyKeys', 'calldata-encoding'],
    'odd-calldata': ['known', 'calldata-mismatch'],
    'recipient-is-target': ['messagesAndNone', 'call-recipient'],
    'fee-of-zero': ['slots', 'fee-ignores-gas'],
    'fee-left-out': ['slots', 'unstable-members'],
    'gas-by-key': ['manyKeys', 'gas-ignores-call'],
    'id-without-key': ['manyKeys', 'duplicate-operation-id'],
    'better-rates': ['swaps', 'round-trip-gains'],
    'block-as-time': ['known', 'block-number'],
    'stale-messages': ['isolation', 'isolation'],
    'stale-payload': ['isolation', 'isolation'],
    'stale-shards-key': ['isolation', 'isolation'],
    'stale-error': ['failures', 'unexpected-error'],
    'stale-text-message': ['repeated', 'cross-request-leak'],
    'stale-debug-info': ['isolation', 'isolation'],
    'stale-sender': ['senders', 'cross-request-leak'],
    'stale-gas': ['isolation', 'isolation'],
    'fee-model-flips': ['repeated', 'unstable-fee-params'],
    'base-fee-moves': ['repeated', 'unstable-fee-params'],
    'block-by-simulation': ['manyAtOnce', 'block-number'],
    'periodic-block-regression': ['repeated', 'block-regression'],
    'gas-drops-on-repeat': ['repeated', 'simulation-changes-state'],
    'executed-before': ['repeated', 'simulation-changes-state'],
    'verdict-flips': ['isolation', 'isolation'],
    'null-messages-flip': ['failures', 'unstable-members'],
    'address-case-flips': ['repeated', 'unstable-members'],
    'state-leak': ['isolation', 'isolation'],
    'parallel-leak': ['concurrency', 'concurrency'],
    'proto-pollution': ['prototype', 'drift'],
    'valid-request-rejected': ['known', 'valid-request-rejected'],
    'error-on-empty': ['amounts', 'server-error'],
    'error-on-huge': ['extraData', 'server-error'],
    'gateway-error-on-executor': ['known', 'gateway-error'],
    'default-differs': ['withoutExtraData', 'absent-or-default'],
    'address-case-matters': ['mixedCase', 'address-case'],
    'address-form-matters': ['friendlyToken', 'address-form'],
    'asset-order-matters': ['assetsReversed', 'asset-order'],
    'duplicate-assets-ignored': ['amountSplit', 'split-amounts'],
    'key-order-matters': ['keysReversed', 'key-order'],
    'verdict-twice': ['known', 'duplicate-member'],
    'gas-twice': ['known', 'duplicate-member'],
    'type-by-magnitude': ['known', 'integer-as-string'],
    'rounded-integers': ['known', 'rounded-integer'],
    'error-without-message': ['spaceInKey', 'error-without-message'],
    'stack-trace': ['spaceInKey', 'leaked-internals'],
    'leaked-path': ['spaceInKey', 'leaked-internals'],
    'leaked-secret': ['spaceInKey', 'leaked-secret'],
    'undocumented-status': ['spaceInKey', 'undocumented-status'],
    'missing-allow-header': ['wrongMethod', 'missing-allow-header'],
    'content-type-ignored': ['plainText', 'invalid-request-accepted'],
    'loose-numbers': ['spaceInKey', 'invalid-request-accepted'],
    'loose-hex': ['hexWithoutPrefix', 'invalid-request-accepted'],
    'overflow-wraps': ['amountTooLarge', 'invalid-request-accepted'],
    'any-json-accepted': ['list', 'invalid-request-accepted'],
    'member-case-ignored': ['memberCase', 'invalid-request-accepted'],
    'reset-on-fee-asset': ['feeAsset', 'no-answer'],
    'hang-on-large-amount': ['largeAmount', 'no-answer'],
    'superlinear-latency': ['longerBodies', 'superlinear-latency'],
    'superlinear-latency-assets': ['moreAssets', 'superlinear-latency'],
    'superlinear-latency-text': ['longerTexts', 'superlinear-latency'],
    'superlinear-latency-depth': ['deeperNesting', 'superlinear-latency'],
  } satisfies Record<
    | Exclude<
        | keyof typeof simulationMutants
        | keyof typeof crossRequestMutants
        | keyof typeof requestMutants
        | keyof typeof answerMutants,
        'duplicate-members' | 'operation-id-loose'
      >
    | FaultsWith<'simulation'>
    | 'rounded-integers',
    Row<keyof ReturnType<typeof simulationPlans>>
  >;

  // Only after some blocks can a block be an earlier one.
  beforeAll(async () => void (await operations()));

  it.each(rowsOf(rows))('$fault is found by $check', async ({ fault, plan, check }) => {
    const { simulatorUrl, observerUrl } = local;
    const deployment = defineDeployment({ simulatorUrl, observerUrl, headers, attemptTimeoutMs: 3_000 });
    const found = () => checksThatFind(simulationPlans(local)[plan], deployment);
    expect(await found()).toEqual([]);
    expect(await withFaultOrMutant(local, fault, found)).toContain(check);
  });

  it.each(['fee-as-hex', 'upper-case-ids', 'wrong-checksum'] as const)(
    '%s is found by none where the conventions leave it open',
    async (fault) => {
      const { simulatorUrl, observerUrl } = local;
      const conventions = { responseFormats: 'off' } as const;
      const deployment = defineDeployment({ simulatorUrl, observerUrl, conventions });
      const [plan] = rows[fault];
      const found = () => checksThatFind(simulationPlans(local)[plan], deployment);
      expect(await withFaultOrMutant(local, fault, found)).toEqual([]);
    },
  );
});

describe('a fault of records', () => {
  const rows = {
    'timestamp-ahead': ['repeated', 'timestamp-in-future'],
    'timestamp-behind': ['underWay', 'timestamp-before-change'],
    'timestamp-in-minutes': ['all', 'timestamp-rounded'],
    'timestamp-zero-of-some': ['all', 'record-incomplete'],
    'other-time-unit': ['repeated', 'timestamp-unit'],
    'stage-in-upper-case': ['repeated', 'drift'],
    'stage-in-snake-case': ['repeated', 'drift'],
    'stage-unknown': ['underWay', 'drift'],
    'chain-type-in-lower-case': ['repeated', 'drift'],
    'chain-types-swapped': ['underWay', 'transaction-not-added'],
    'chain-type-of-destination': ['repeated', 'transaction-missing'],
    'hash-without-prefix': ['repeated', 'transaction-hash'],
    'hash-zeros-cut': ['all', 'transaction-hash'],
    'hash-cut-short': ['repeated', 'transaction-hash'],
    'hash-of-zeros': ['repeated', 'transaction-hash'],
    'transaction-of-stage-lost': ['repeated', 'transaction-missing'],
    'newest-transaction-lost': ['underWay', 'transaction-not-added'],
    'transactions-null-of-some': ['all', 'record-incomplete'],
    'hash-end-lost': ['all', 'similar-transaction-hashes'],
    'failure-without-note': ['failed', 'record-incomplete'],
    'error-name-lost': ['failed', 'record-incomplete'],
    'error-escaped': ['failed', 'note-text'],
    'error-bytes-without-prefix': ['failed', 'note-bytes'],
    'note-on-success': ['underWay', 'note-contradicts-success'],
    'error-name-unknown': ['failed', 'unknown-error-name'],
    'error-name-case': ['failed', 'unknown-error-name'],
    'error-bytes-cut': ['failed', 'note-bytes'],
    'stage-regression': ['underWay', 'transaction-too-early'],
    'duplicate-transactions': ['repeated', 'duplicate-transaction'],
    'lost-transactions': ['failed', 'transaction-missing'],
    'included-without-transactions': ['repeated', 'included-without-transaction'],
    'timestamp-regression': ['repeated', 'timestamp-regression'],
    'mixed-time-units': ['repeated', 'timestamp-unit'],
    'success-flips': ['repeated', 'unstable-record'],
    'note-flips': ['repeated', 'unstable-record'],
    'null-transactions-flip': ['repeated', 'unstable-record'],
    'absent-transactions-flip': ['repeated', 'unstable-record'],
    'record-vanishes': ['repeated', 'inclusion-withdrawn'],
    'stale-records': ['underWay', 'stage-regression'],
    'record-one-behind': ['laterSpelling', 'stage-regression'],
    'timestamp-of-answer': ['repeated', 'unstable-timestamp'],
    'timestamp-lost': ['repeated', 'timestamp-regression'],
    'hash-case-varies': ['repeated', 'transaction-changed'],
    'chain-type-lost': ['repeated', 'transaction-changed'],
    'chain-type-varies': ['repeated', 'transaction-changed'],
    'record-of-another': ['all', 'transaction-shared'],
    'transactions-of-another': ['others', 'transaction-shared'],
    'transaction-of-another-added': ['others', 'transaction-shared'],
    'note-of-another': ['failed', 'note-contradicts-success'],
    'names-another-operation': ['others', 'other-operation'],
    'id-by-prefix': ['unknown', 'unknown-operation-found'],
    'id-by-suffix': ['unknown', 'unknown-operation-found'],
    'id-trimmed': ['malformed', 'invalid-operation-id-accepted'],
    'zero-id-known': ['unknown', 'unknown-operation-found'],
    'error-names-another': ['unknown', 'other-operation'],
    'id-case-matters': ['laterSpelling', 'operation-id-spelling'],
    'answer-from-cache': ['repeated', 'cached-answer'],
    'duplicate-members': ['repeated', 'duplicate-member'],
    'operation-id-loose': ['malformed', 'invalid-operation-id-accepted'],
    'unknown-as-included': ['unknown', 'unknown-operation-found'],
  } satisfies Record<
    | keyof typeof recordMutants
    | FaultsWith<'record'>
    | 'answer-from-cache'
    | 'duplicate-members'
    | 'operation-id-loose',
    Row<keyof ReturnType<typeof recordPlans>>
  >;

  it.each(rowsOf(rows))('$fault is found by $check', async ({ fault, plan, check }) => {
    const { simulatorUrl, observerUrl } = local;
    // Each request lets time pass.
    const headers = async () => {
      await local.advance(20);
      return {};
    };
    const deployment = defineDeployment({ simulatorUrl, observerUrl, headers });
    const caseOf = async () => recordPlans(await local.loadFixture(operations))[plan];
    expect(await checksThatFind(await caseOf(), deployment)).toEqual([]);
    const again = await caseOf();
    expect(await withFaultOrMutant(local, fault, () => checksThatFind(again, deployment))).toContain(check);
  });
});

describe('a fault of any answer', () => {
  const rows = {
    'reset-before-headers': 'no-answer',
    'reset-after-headers': 'no-answer',
    'truncated-body': 'no-answer',
    'too-many-requests': 'missing-retry-after-header',
    'service-unavailable': 'missing-retry-after-header',
    'internal-server-error': 'server-error',
    html: 'malformed-json',
    'wrong-content-type': 'content-type',
    'invalid-utf8': 'invalid-utf8',
    'wrong-types': 'integer-as-string',
    'snake-case': 'drift',
    'null-lists': 'included-without-transaction',
    'missing-envelope': 'schema',
  } satisfies Record<
    Exclude<
      FaultName,
      | FaultsWith<'simulation'>
      | FaultsWith<'record'>
      | 'answer-from-cache'
      | 'rounded-integers'
      | (typeof inconclusiveFaults)[number]
    >,
    CheckName
  >;

  it.each(Object.entries(rows))('%s is found by %s', async (fault, check) => {
    const { included } = await local.loadFixture(operations);
    const [operationId = ''] = included;
    const plan = inTurn(poll(operationId));
    expect(await checksThatFind(plan, local.deployment)).toEqual([]);
    // Control requests are answered, so that the campaign knows that the service is there.
    const set = await local.setFault({ fault: fault as FaultName, operationId });
    const found = await checksThatFind(plan, local.deployment).finally(set.clear);
    expect(found).toContain(check);
  });
});

function rowsOf<Name extends FaultName | MutantName, Plan>(rows: Record<Name, Row<Plan>>) {
  return Object.entries<Row<Plan>>(rows).map(([fault, [plan, check]]) => ({
    fault: fault as Name,
    plan,
    check,
  }));
}

/** The cases of simulations. */
function simulationPlans({ accounts, contracts, executors, tokens }: LocalDeployment) {
  const { bounce, failing, gasBurner, swap } = contracts.targets;
  const ofKind = (wanted: string) => tokens.filter(({ kind }) => kind === wanted);
  const [burned, locked] = [ofKind('bridged'), ofKind('reserve')];
  const [bridged, reserve] = [burned.at(-1), locked[0]];
  const addresses = (some: typeof tokens): string[] => some.map(({ beta }) => beta);
  const amount = 0x5_39f2_7d41_86ac_e0b3n;
  const given = (of: bigint, token = bridged) => [{ amount: `${of}`, tokenAddress: token?.beta }];
  const shardsKey = `${0x9d3f_5b71_c2e8_a647n}`;
  const payload = `0x0a${digits(99)}`;
  const base = {
    shardsKey,
    alphaCallParams: { target: bounce, methodName: 'bounce', arguments: payload },
    betaAssets: given(amount),
    betaCaller: accounts[0],
    executorAddress: executors[0],
    extraData: '0x',
  };
  const but = (more: LooseSimulationRequest) => simulation({ ...base, ...more });
  const call = (
    target: string,
    methodName: string,
    types: string,
    values: unknown[],
    betaAssets = given(0n),
  ) => ({
    betaAssets,
    alphaCallParams: {
      target,
      methodName,
      arguments: AbiParameters.encode(AbiParameters.from(types), values as never),
    },
  });
  const burn = (slots: bigint) => but(call(gasBurner, 'burnGas', 'uint256', [slots]));
  const fail = (reason: string) =>
    simulation(
      { ...base, ...call(failing, 'failWithReason', 'string', [reason]) },
      { succeeds: false, fails: reason },
    );
  const swapped = (tokenIn: typeof bridged, tokenOut: typeof bridged, of: bigint) =>
    but(call(swap, 'swap', 'address, uint256', [tokenOut?.alpha, 0n], given(of, tokenIn)));

  const rejectedCall = (more: object, mutation: string, path: string): CaseRequest => ({
    endpoint: 'simulate',
    body: JSON.stringify({ ...base, ...more }),
    expect: { kind: 'rejected', mutation, path, reason: 'It is invalid.' },
  });
  /** An invalid request between valid ones. */
  const rejected = (more: Partial<CaseRequest>, mutation: string, path: string): CasePlan =>
    inTurn(simulation(base), { ...rejectedCall({}, mutation, path), ...more } as CaseRequest);
  const invalid = (more: object, mutation: string, path: string): CasePlan =>
    inTurn(simulation(base), rejectedCall(more, mutation, path));
  /** Requests of a quarter, a half and the whole of a size beside those of a baseline, three of each. */
  const growing = (
    dimension: 'assets' | 'text' | 'depth',
    path: string,
    size: number,
    requestOf: (size: number) => CaseRequest,
  ): CasePlan => {
    const sizes = times(3, 0, size / 4, size / 2, size);
    return {
      ...inTurn(...sizes.map((of) => (of === 0 ? simulation(base) : requestOf(of)))),
      growth: { dimension, path, sizes },
    };
  };

  const again = simulation(base);
  const known = simulation(base, {
    succeeds: true,
    returns: [{ amount: `${amount}`, tokenAddress: `${bridged?.beta}` }],
    sends: [
      {
        callerAddress: bounce,
        payload,
        shardsKey,
        targetAddress: accounts[0],
        burned: addresses(burned),
        locked: addresses(locked),
      },
    ],
  });
  const other = but({
    shardsKey: '6',
    betaCaller: accounts[1],
    alphaCallParams: { ...base.alphaCallParams, arguments: `0x${digits(40)}` },
    betaAssets: given(12_345_678n, reserve),
  });
  const pairCount = 4;
  /** So much to simulate that others come in the meantime. */
  const slow = but({ alphaCallParams: { ...base.alphaCallParams, arguments: `0x${digits(10_000)}` } });
  const polluting: CaseRequest = {
    endpoint: 'simulate',
    body: JSON.stringify(base).replace('{', '{"__proto__":{"isAdmin":true},'),
    expect: { kind: 'no-server-error', reason: 'The conventions leave unknown members open.' },
  };
  /** A request, another way to write it, and the request twice more. */
  const varied = (
    name: RelationName,
    variant: LooseSimulationRequest,
    of: LooseSimulationRequest = base,
  ) => ({
    ...inTurn(simulation(of), simulation(variant), ...times(2, simulation(of))),
    relation: { name, pairs: [0, 2, 3].map((at) => [at, 1] as const) },
  });
  const { extraData: _, ...withoutExtraData } = base;
  const friendly = formatBetaAddress({ workchain: 0, hash: `${bridged?.beta.slice(2)}`, form: 'bounceable' });
  const inLowerCase = { ...base, alphaCallParams: { ...base.alphaCallParams, target: bounce.toLowerCase() } };
  const twoAssets = [...given(40n), ...given(2n, reserve)];
  return {
    withoutExtraData: varied('absent-or-default', withoutExtraData),
    mixedCase: varied('address-case', base, {
      ...inLowerCase,
      executorAddress: `${executors[0]}`.toLowerCase(),
    }),
    friendlyToken: varied('address-form', {
      ...base,
      betaAssets: [{ amount: `${amount}`, tokenAddress: friendly }],
    }),
    assetsReversed: varied(
      'asset-order',
      { ...base, betaAssets: twoAssets.toReversed() },
      { ...base, betaAssets: twoAssets },
    ),
    amountSplit: varied('split-amounts', { ...base, betaAssets: [...given(amount - 7n), ...given(7n)] }),
    keysReversed: varied('key-order', Object.fromEntries(Object.entries(base).toReversed())),
    spaceInKey: invalid({ shardsKey: ' 7' }, 'leading-space', 'shardsKey'),
    hexWithoutPrefix: invalid({ extraData: '00' }, 'without-prefix', 'extraData'),
    amountTooLarge: invalid({ betaAssets: given(2n ** 256n) }, 'overflow', 'betaAssets[].amount'),
    list: rejected({ body: '[]' }, 'not-an-object', ''),
    memberCase: rejected(
      { body: JSON.stringify(base).replace('shardsKey', 'ShardsKey') },
      'member-case',
      'shardsKey',
    ),
    plainText: rejected(
      { body: JSON.stringify(base), headers: { 'content-type': 'text/plain' } },
      'other-content-type',
      '',
    ),
    wrongMethod: inTurn({ endpoint: 'simulate', method: 'GET', expect: { kind: 'wrong-method' } }),
    feeAsset: inTurn(but({ feeAssetAddress: bridged?.beta })),
    largeAmount: inTurn(but({ betaAssets: [{ amount: `${2n ** 255n}` }] })),
    longerBodies: growing('text', 'extraData', 64 * 1024, (size) =>
      but({ extraData: `0x${'0a'.repeat(size / 2)}` }),
    ),
    moreAssets: growing('assets', 'betaAssets', 256, (size) =>
      rejectedCall({ betaAssets: times(size, { amount: 'x' }) }, 'not-a-number', 'betaAssets[].amount'),
    ),
    longerTexts: growing('text', 'betaCaller', 64 * 1024, (size) =>
      rejectedCall({ betaCaller: 'x'.repeat(size) }, 'long-text', 'betaCaller'),
    ),
    deeperNesting: growing('depth', 'extraData', 32, (size) =>
      rejectedCall(
        { extraData: JSON.parse(`${'['.repeat(size)}${']'.repeat(size)}`) },
        'nested',
        'extraData',
      ),
    ),
    known: inTurn(known),
    manyTimes: inTurn(...times(100, known)),
    repeated: inTurn(...times(4, again)),
    amounts: inTurn(again, but({ betaAssets: given(2n * amount) }), but({ betaAssets: [] })),
    extraData: inTurn(again, but({ extraData: `0x${digits(4600)}` })),
    manyKeys: inTurn(
      ...times(20).map((_, at) => but({ shardsKey: `${0x139f_27d4_186a_ce0bn + BigInt(at)}` })),
      ...times(20).map((_, at) => but({ shardsKey: `${BigInt(shardsKey) + BigInt(at)}` })),
      ...times(2).map((_, at) => but({ shardsKey: `${0x39f2_7d41_86acn + BigInt(at)}` })),
    ),
    slots: inTurn(burn(1n), burn(20n), burn(30n)),
    swaps: inTurn(swapped(bridged, reserve, 10n ** 15n), swapped(reserve, bridged, 10n ** 15n - 10n ** 6n)),
    failures: inTurn(fail('out of stock'), fail('no such order'), ...times(2, fail('out of stock'))),
    messagesAndNone: inTurn(burn(1n), burn(2n), burn(3n), again),
    senders: inTurn(again, but({ executorAddress: `0x${digits(20)}` })),
    prototype: inTurn(polluting, again),
    isolation: {
      ...inTurn(again, again, other, again, fail('closed'), again, other, again, again),
      relation: {
        name: 'isolation',
        pairs: [
          [1, 3],
          [8, 3],
          [3, 5],
          [7, 5],
        ],
      },
    },
    manyAtOnce: {
      ...inTurn(),
      steps: [{ requests: [slow] }, { requests: times(4, slow, other) }, { requests: [slow] }],
    },
    concurrency: {
      ...inTurn(),
      // Both requests of a pair arrive before either is simulated: the first pair opens their connections.
      steps: [
        ...[{ requests: [slow] }, { requests: [other] }],
        ...times(pairCount, { requests: [slow, other] }),
        ...[{ requests: [slow] }, { requests: [other] }],
      ],
      relation: {
        name: 'concurrency',
        pairs: [0, 1].flatMap((at) =>
          times(pairCount).flatMap((_, pair) => {
            const amongOthers = at + 2 * (pair + 1);
            return [[at, amongOthers] as const, [at + 2 * (pairCount + 1), amongOthers] as const];
          }),
        ),
      },
    },
  } satisfies Record<string, CasePlan>;
}

/** Operations that are included, that failed, and one that was just submitted. */
async function operations() {
  const submitted = (number: number): Promise<string> =>
    local.submit({
      shardsKey: `${1_763_712_000_000 + number}`,
      alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
      betaAssets: [{ amount: `${1_000_000 + number}` }],
      betaCaller: local.accounts[0],
    });
  const included: string[] = [];
  for (let number = 0; number < 8; number++) {
    included.push(await submitted(number));
    await local.advance(70_000);
  }
  const failed = [await submitted(8), await submitted(9)];
  await local.failExecution(`${failed[0]}`, { errorName: 'ProxyCallError' });
  await local.failExecution(`${failed[1]}`, { errorName: 'NotEnoughGas' });
  await local.advance(2_000);
  return { included, failed, underWay: await submitted(10) };
}

/** The cases of polls. */
function recordPlans({ included, failed, underWay }: Awaited<ReturnType<typeof operations>>) {
  const [one = '', two = '', three = ''] = included;
  const polls = (ids: readonly string[]) => ids.map((id) => poll(id));
  const unknown = (operationId: string) => poll(operationId, { kind: 'unknown', operationId });
  const flipped = (digit = '') => (digit === '0' ? '1' : '0');
  const upperCase = `0x${underWay.slice(2).toUpperCase()}`;
  const issue = { mutation: 'without-prefix', path: 'operationId', reason: 'It has no prefix.' };
  return {
    repeated: inTurn(...times(6, poll(one))),
    others: inTurn(...polls([one, two, one, three, ...failed, one])),
    all: inTurn(...times(60, poll(underWay)), ...polls([...included, ...failed, ...included])),
    failed: inTurn(...polls(failed), ...times(60, poll(underWay)), ...polls(failed)),
    underWay: inTurn(...times(60, poll(underWay))),
    laterSpelling: inTurn(
      poll(underWay),
      ...times(60, poll(one)),
      poll(upperCase, { kind: 'known', operationId: underWay, spelling: 'upper-case' }),
      poll(underWay),
    ),
    unknown: inTurn(
      poll(one),
      unknown(one.slice(0, -1) + flipped(one.at(-1))),
      unknown(`0x${flipped(one[2])}${one.slice(3)}`),
      unknown(`0x${'0'.repeat(64)}`),
    ),
    malformed: inTurn(poll(one), poll(one.slice(2), { kind: 'rejected', ...issue })),
  } satisfies Record<string, CasePlan>;
}

/** The hex digits of so many bytes, which repeat only after 251. */
function digits(count: number): string {
  return times(count)
    .map((_, at) => (1 + ((at * 73 + 41) % 251)).toString(16).padStart(2, '0'))
    .join('');
}

/** Values in turn, so many times. */
function times<Value>(count: number, ...values: Value[]): Value[] {
  return Array.from({ length: count }, () => (values.length ? values : [undefined as Value])).flat();
}
