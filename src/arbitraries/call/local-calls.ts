import fc, { type Arbitrary } from 'fast-check';
import { rawBetaAddress } from '../../contract/addresses.js';
import { largestAmount } from '../../contract/response-formats.js';
import type { BetaAsset } from '../../contract/simulation-request.js';
import { members } from '../values/combinators.js';
import {
  alphaAddress,
  betaAddress,
  hexBytes,
  methodName,
  tokenAmount,
  unsignedInteger,
} from '../values/values.js';
import { readSignature } from './abi.js';
import { type AbiValue, argumentCodec, argumentValues } from './abi-values.js';
import {
  assertLocalDeployment,
  assetOf,
  assetWith,
  bareName,
  type CallableDeployment,
  type CaseRequest,
  callOf,
  deliverableAssets,
  type LocalCall,
  type LocalCallFailure,
  type LocalCase,
  localCase,
  methodSpelling,
  tokenOf,
} from './local-case.js';

/**
 * Returns an arbitrary of calls of a local deployment's targets, each with its outcome: three of four simulate successfully,
 * the others fail for the reason in `failure`. They hold for a deployment that executes such calls as well as
 * simulating them; calls that move millions of tokens through the pool, or take them out of the reserve, end that.
 * A call shrinks to one that has the same outcome for the same reason.
 *
 * @param local - What `startLocalDeployment`, `connectLocalDeployment` or `localDeployment` of `crosscheck/vitest` returns.
 * @throws {UsageError} when it is something else.
 * @example
 * import { checkProperty, localCalls } from 'crosscheck/arbitraries';
 * import { localDeployment } from 'crosscheck/vitest';
 * import fc from 'fast-check';
 * import { expect } from 'vitest';
 *
 * await checkProperty(
 *   fc.asyncProperty(localCalls(await localDeployment()), async ({ request, failure }) => {
 *     if (failure) await expect(request).toFailSimulation(failure.reason);
 *     else await expect(request).toSimulateSuccessfully();
 *   }),
 * );
 */
export function localCalls(local: CallableDeployment): Arbitrary<LocalCall> {
  assertLocalDeployment(local);
  const of = (theCase: LocalCase): Arbitrary<LocalCall> => localCase(local, theCase);
  const successful = successfulCases(local).map(([weight, theCase]) => ({ arbitrary: of(theCase), weight }));
  const failing = [...failingSwaps(local), ...reverts(local), ...badAssets(local), ...otherFailures(local)];
  return fc.oneof(
    { arbitrary: fc.oneof(...successful), weight: 3 },
    { arbitrary: fc.oneof(...failing.map(of)), weight: 1 },
  );
}

const anyArguments = hexBytes({ maxLength: 64 });
/** What Solidity reports of an overflow. */
const overflow = { errorName: 'Panic', args: ['0x11'] } as const;

function successfulCases(local: CallableDeployment): readonly (readonly [weight: number, LocalCase])[] {
  const { contracts } = local;
  const { bounce, gasBurner } = contracts.targets;
  const anyTarget = fc.oneof(fc.constantFrom(...Object.values(contracts.targets)), alphaAddress());
  return [
    // Initially a pool returns one base unit less than it takes; half of that if other tests have moved the rate.
    [
      3,
      swapCase(local, {
        minimum: unsignedInteger(64),
        belongs: ({ isTraded, minimum, amount }) => isTraded && minimum <= (amount - 1n) / 2n,
      }),
    ],
    // Sends none, one or many assets back, with a payload.
    [3, { call: callOf(bounce, ['bounce'], anyArguments) }],
    // A slot takes about 22,000 gas and a block has 30 million; more than 128 slots only take time.
    [2, { call: callOf(gasBurner, gasMethods, slots({ min: 0n, max: 128n })) }],
    // A call without a method only delivers the assets. Those delivered to the pool stay there; large amounts would
    // change the rate of later swaps.
    [
      1,
      {
        call: fc.oneof(
          members({ target: anyTarget }),
          members({ target: anyTarget, arguments: fc.constant('0x'), methodName: fc.constant('') }),
        ),
        assets: fc.array(assetOf(local), { maxLength: 4 }),
      },
    ],
  ];
}

const gasMethods = ['burnGas', 'burnAndRefund'];
const gasTypes = readSignature('burnGas(uint256 slots)').types;

function slots(bounds: { readonly min: bigint; readonly max: bigint }): Arbitrary<string> {
  return encoded(gasTypes, fc.tuple(fc.bigInt(bounds)));
}

/** Returns an arbitrary of the encodings of values, which shrink as they do. */
function encoded(
  types: Parameters<typeof argumentCodec>[0],
  values: Arbitrary<readonly AbiValue[]>,
): Arbitrary<string> {
  const { encode, decode } = argumentCodec(types);
  return values.map(encode, (text) => [...decode(text as string)]);
}

const swapTypes = readSignature('swap(address tokenOut, uint256 minimumOutput)').types;

/** The arguments of a swap. */
interface Swap {
  /** In lower case, as decoded. */
  readonly tokenOut: string;
  readonly minimum: bigint;
  /** The pool of its tokens: two different ones of the deployment. */
  readonly isTraded: boolean;
  /** The amount of its first asset. */
  readonly amount: bigint;
}

function swapOf(
  { tokens }: CallableDeployment,
  { alphaCallParams: call, betaAssets: [asset = {}] }: CaseRequest,
): Swap {
  const [tokenOut, minimum] = argumentCodec(swapTypes).decode(call.arguments ?? '') as [string, bigint];
  const isTraded =
    tokens.some(({ alpha }) => alpha.toLowerCase() === tokenOut) &&
    tokenOf(tokens, asset).alpha.toLowerCase() !== tokenOut;
  return { tokenOut, minimum, isTraded, amount: BigInt(asset.amount ?? 0) };
}

/** A case for each way in which a swap fails. */
function failingSwaps(local: CallableDeployment): LocalCase[] {
  const isLower = (text: string): boolean => text === text.toLowerCase();
  const overflowing = amounts({ min: 2n ** 200n, max: 2n ** 255n });
  return [
    swapCase(local, {
      belongs: ({ isTraded, minimum, amount }) => isTraded && minimum > 2n * amount,
      failure: ({ minimum }) => [
        `InsufficientOutput(${minimum}, `,
        `the swap asks for at least ${minimum}, more than twice what it brings in`,
      ],
    }),
    swapCase(local, {
      tokenOut: fc.oneof(tradedTokens(local), alphaAddress().filter(isLower)),
      belongs: ({ isTraded }) => !isTraded,
      failure: ({ tokenOut }) => [
        { errorName: 'NotTraded', args: [tokenOut] },
        `the pool does not trade the asset for ${tokenOut}`,
      ],
    }),
    swapCase(local, {
      assets: deliverableAssets(local).filter(({ length }) => length !== 1),
      failure: (_, { betaAssets: { length } }) => [
        { errorName: 'ExpectedOneAsset', args: [`${length}`] },
        `the swap takes one asset, not ${length}`,
      ],
    }),
    swapCase(local, {
      assets: oneAsset(assetOf(local, ofKind(local, 'bridged'), overflowing)),
      belongs: ({ isTraded }) => isTraded,
      failure: () => [overflow, 'the product of the amount and what the pool holds overflows'],
    }),
  ];
}

interface SwapCase extends Pick<LocalCase, 'assets'> {
  readonly tokenOut?: Arbitrary<string>;
  readonly minimum?: Arbitrary<bigint>;
  readonly belongs?: (swap: Swap) => boolean;
  readonly failure?: (swap: Swap, request: CaseRequest) => ReturnType<NonNullable<LocalCase['failure']>>;
}

function swapCase(
  local: CallableDeployment,
  {
    tokenOut = tradedTokens(local),
    minimum = unsignedInteger(256),
    assets = oneAsset(assetOf(local)),
    belongs,
    failure,
  }: SwapCase,
): LocalCase {
  return {
    call: callOf(
      local.contracts.targets.swap,
      ['swap'],
      encoded(swapTypes, fc.tuple<AbiValue[]>(tokenOut, minimum)),
    ),
    assets,
    ...(belongs && { belongs: (request) => belongs(swapOf(local, request)) }),
    ...(failure && { failure: (request) => failure(swapOf(local, request), request) }),
  };
}

function tradedTokens({ tokens }: CallableDeployment): Arbitrary<string> {
  return fc.constantFrom(...tokens.map(({ alpha }) => alpha.toLowerCase()));
}

function oneAsset(asset: Arbitrary<BetaAsset>): Arbitrary<BetaAsset[]> {
  return fc.array(asset, { minLength: 1, maxLength: 1 });
}

function amounts(bounds: { readonly min: bigint; readonly max: bigint }): Arbitrary<string> {
  return fc.bigInt(bounds).map(String, (text) => BigInt(text as string));
}

function ofKind({ tokens }: CallableDeployment, wanted: 'bridged' | 'reserve'): CallableDeployment['tokens'] {
  return tokens.filter(({ kind }) => kind === wanted);
}

/** The prefix of revert data decides whether it is decoded; no error starts with this one. */
const undecoded = '0xff';
const revertData = fc.oneof(
  fc.constant('0x'),
  anyArguments.map(
    (text) => undecoded + text.slice(2),
    (data) => `0x${String(data).slice(undecoded.length)}`,
  ),
);

/** A case for each method of the failing target, each of which reverts differently. */
function reverts({ contracts }: CallableDeployment): LocalCase[] {
  const revert = (
    name: string,
    sent: Arbitrary<string>,
    why: string,
    reasonOf: (text: string) => LocalCallFailure['reason'],
  ): LocalCase => ({
    call: callOf(contracts.targets.failing, [name], sent),
    failure: ({ alphaCallParams }) => [reasonOf(alphaCallParams.arguments ?? ''), why],
  });
  const typed = (
    signature: string,
    why: string,
    reasonOf: (values: readonly AbiValue[]) => LocalCallFailure['reason'],
  ): LocalCase => {
    const { name, types } = readSignature(signature);
    const sent = encoded(types, argumentValues(types));
    return revert(name, sent, why, (text) => reasonOf(argumentCodec(types).decode(text)));
  };
  return [
    typed(
      'failWithReason(string)',
      'the target reverts with the reason that it is given',
      ([text]) => `execution reverted: ${text}`,
    ),
    typed(
      'failWithCustomError(uint256,string)',
      'the target reverts with a custom error of its arguments',
      ([code, why]) => ({ errorName: 'Refused', args: [`${code}`, `${why}`] }),
    ),
    revert('failWithPanic', anyArguments, 'the target subtracts more than it has', () => overflow),
    revert('failWithoutData', anyArguments, 'the target reverts without saying why', () => withoutData),
    revert('failWithData', revertData, 'the target reverts with the data that it is given', (data) =>
      data === '0x' ? withoutData : `execution reverted: ${data}`,
    ),
  ];
}

const withoutData = 'execution reverted without data';

/** Cases of messages that the layer rejects for one of their assets, before it calls the target. */
function badAssets(local: CallableDeployment): LocalCase[] {
  const { contracts, tokens } = local;
  const isKnown = (text: string): boolean => tokens.some(({ beta }) => beta === rawBetaAddress(text));
  // More than the supply of a reserve token, but two of these do not overflow.
  const unavailable = amounts({ min: 2n ** 128n, max: largestAmount });
  // Overflows the supply of a bridged token, which is never less than what the pools hold.
  const overflowing = fc.constant(`${largestAmount}`);
  // The bad asset comes last, after valid ones.
  const badAsset = (
    bad: Arbitrary<BetaAsset>,
    why: string,
    reasonOf: (bad: BetaAsset) => LocalCallFailure['reason'],
  ): LocalCase => ({
    call: callOf(contracts.targets.bounce, ['bounce']),
    assets: fc.tuple(deliverableAssets(local), bad).map(
      ([assets, last]) => [...assets, last],
      (all) => [(all as BetaAsset[]).slice(0, -1), (all as BetaAsset[]).at(-1) ?? {}],
    ),
    failure: ({ betaAssets }) => [reasonOf(betaAssets.at(-1) ?? {}), why],
  });
  return [
    badAsset(
      assetWith(local, {
        amount: tokenAmount(),
        tokenAddress: betaAddress().filter((text) => !isKnown(text)),
      }),
      'the layer does not know the token',
      ({ tokenAddress = '' }) => ({ errorName: 'UnknownToken', args: [rawBetaAddress(tokenAddress)] }),
    ),
    badAsset(
      assetOf(local, ofKind(local, 'reserve'), unavailable),
      'the layer does not hold so much of the token',
      (bad) => `InsufficientReserve(${tokenOf(tokens, bad).alpha}, ${bad.amount}, `,
    ),
    badAsset(
      assetOf(local, ofKind(local, 'bridged'), overflowing),
      "the token's supply would overflow",
      () => overflow,
    ),
  ];
}

function otherFailures({ contracts, tokens, executors }: CallableDeployment): LocalCase[] {
  const { layer, targets } = contracts;
  const { swap, bounce, failing, gasBurner } = targets;
  const methods = new Map([
    [bounce, ['bounce']],
    [swap, ['swap']],
    [failing, ['failWithReason', 'failWithCustomError', 'failWithPanic', 'failWithoutData', 'failWithData']],
    [gasBurner, gasMethods],
  ]);
  const deployed = [layer, ...Object.values(targets), ...tokens.map(({ alpha }) => alpha)];
  const someMethod = methodName().filter((name) => name !== '');
  const tooShort = hexBytes({ maxLength: 31 });
  return [
    {
      call: callOf(bounce, ['bounce']),
      executor: addressBut(executors),
      failure: ({ executorAddress = '' }) => [
        { errorName: 'NotExecutor', args: [executorAddress] },
        'the executor may not deliver messages',
      ],
    },
    // More slots than any block holds, and fewer than overflow the count.
    {
      call: callOf(gasBurner, gasMethods, slots({ min: 2n ** 16n, max: 2n ** 128n })),
      failure: () => [
        { errorName: 'TargetOutOfGas', args: [gasBurner] },
        'no block holds the gas for so many storage slots',
      ],
    },
    // Methods that their target does not have, those of other targets among them.
    {
      call: callOf(
        fc.constantFrom(...methods.keys()),
        fc.oneof(someMethod, fc.constantFrom(...[...methods.values()].flat())),
        anyArguments,
      ),
      belongs: ({ alphaCallParams: call }) =>
        methods.get(call.target ?? '')?.includes(bareName(call.methodName)) === false,
      failure: ({ alphaCallParams: call }) => [
        `the target has no method ${bareName(call.methodName)}(bytes,bytes)`,
        'the target does not have the method',
      ],
    },
    // Methods that decode their arguments, with too few bytes.
    {
      call: fc.oneof(
        callOf(gasBurner, gasMethods, tooShort),
        callOf(swap, ['swap'], tooShort),
        callOf(failing, ['failWithReason', 'failWithCustomError'], tooShort),
      ),
      failure: () => [
        withoutData,
        'the arguments are shorter than one word, so the method cannot decode them',
      ],
    },
    {
      call: callOf(
        addressBut(deployed),
        fc.oneof(methodSpelling('bounce', 'swap'), someMethod),
        anyArguments,
      ),
      failure: ({ alphaCallParams: call }) => [
        { errorName: 'TargetHasNoCode', args: [call.target ?? ''] },
        'there is no contract at the target',
      ],
    },
  ];
}

function addressBut(taken: readonly string[]): Arbitrary<string> {
  const known = new Set(taken.map((address) => address.toLowerCase()));
  return alphaAddress().filter((address) => !known.has(address.toLowerCase()));
}
