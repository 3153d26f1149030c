import fc, { type Arbitrary } from 'fast-check';
import { rawBetaAddress } from '../../contract/addresses.js';
import type { BetaAsset } from '../../contract/simulation-request.js';
import { members } from '../combinators.js';
import { alphaAddress, betaAddress, hexBytes, methodName, tokenAmount, unsignedInteger } from '../values.js';
import { readSignature } from './abi.js';
import { type AbiValue, argumentCodec, argumentValues } from './abi-values.js';
import {
  assertLocalDeployment,
  assetOf,
  bareName,
  type CallableDeployment,
  type CaseContent,
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
 * the others fail for a reason that `failure` gives. They hold for a deployment that executes such calls as well as
 * simulating them; calls that move millions of tokens through the pool, or take them out of the reserve, end that.
 * A call shrinks to one that has the same outcome for the same reason.
 *
 * @param local - What `startLocalDeployment`, `connectLocalDeployment` or `localDeployment` of `crosscheck/vitest` gives.
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
  const successful = fc.oneof(
    { arbitrary: of(swaps(local)), weight: 3 },
    { arbitrary: of(bounces(local)), weight: 3 },
    { arbitrary: of(gasBurns(local)), weight: 2 },
    { arbitrary: of(deliveries(local)), weight: 1 },
  );
  const failing = [
    ...failingSwaps(local),
    ...reverts(local),
    ...badAssets(local),
    foreignExecutors(local),
    failingGasBurns(local),
    unknownMethods(local),
    cutArguments(local),
    targetsWithoutCode(local),
  ];
  return fc.oneof(
    { arbitrary: successful, weight: 3 },
    { arbitrary: fc.oneof(...failing.map(of)), weight: 1 },
  );
}

const anyArguments = hexBytes({ maxLength: 64 });

/** A call of the bounce target sends none, one or many assets back, with a payload. */
function bounces(local: CallableDeployment): LocalCase {
  return {
    call: members({
      target: fc.constant(local.contracts.targets.bounce),
      arguments: anyArguments,
      methodName: methodSpelling('bounce'),
    }),
    assets: deliverableAssets(local.tokens),
  };
}

/** A call without a method only delivers the assets, to any address. */
function deliveries({ contracts, tokens }: CallableDeployment): LocalCase {
  const target = fc.oneof(fc.constantFrom(...Object.values(contracts.targets)), alphaAddress());
  return {
    call: fc.oneof(
      members({ target }),
      members({ target, arguments: fc.constant('0x'), methodName: fc.constant('') }),
    ),
    // Assets delivered to the pool stay there; large amounts would change the rate of later swaps.
    assets: fc.array(assetOf(tokens), { maxLength: 4 }),
  };
}

const swapCodec = argumentCodec(readSignature('swap(address tokenOut, uint256 minimumOutput)').types);

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

function swapOf({ tokens }: CallableDeployment, { call, assets }: CaseContent): Swap {
  const [tokenOut, minimum] = swapCodec.decode(call.arguments ?? '') as [string, bigint];
  const [asset = {}] = assets;
  const isTraded =
    tokens.some(({ alpha }) => alpha.toLowerCase() === tokenOut) &&
    tokenOf(tokens, asset).alpha.toLowerCase() !== tokenOut;
  return { tokenOut, minimum, isTraded, amount: BigInt(asset.amount ?? 0) };
}

/** Initially a pool returns one base unit less than it takes; half of that if other tests have moved the rate. */
function swaps(local: CallableDeployment): LocalCase {
  return swapCase(local, {
    minimum: unsignedInteger(64),
    belongs: ({ isTraded, minimum, amount }) => isTraded && minimum <= (amount - 1n) / 2n,
  });
}

/** Returns a case for each way in which a swap fails. */
function failingSwaps(local: CallableDeployment): LocalCase[] {
  const { tokens } = local;
  const isLower = (text: string): boolean => text === text.toLowerCase();
  const bridged = tokens.filter(({ kind }) => kind === 'bridged');
  const overflowing = amounts({ min: 2n ** 200n, max: 2n ** 255n });
  return [
    swapCase(local, {
      belongs: ({ isTraded, minimum, amount }) => isTraded && minimum > 2n * amount,
      failure: ({ minimum }) => ({
        reason: `InsufficientOutput(${minimum}, `,
        explanation: `the swap asks for at least ${minimum}, more than twice what it brings in`,
      }),
    }),
    swapCase(local, {
      tokenOut: fc.oneof(tradedTokens(local), alphaAddress().filter(isLower)),
      belongs: ({ isTraded }) => !isTraded,
      failure: ({ tokenOut }) => ({
        reason: { errorName: 'NotTraded', args: [tokenOut] },
        explanation: `the pool does not trade the asset for ${tokenOut}`,
      }),
    }),
    swapCase(local, {
      assets: deliverableAssets(tokens).filter(({ length }) => length !== 1),
      failure: (_, { assets }) => ({
        reason: { errorName: 'ExpectedOneAsset', args: [`${assets.length}`] },
        explanation: `the swap takes one asset, not ${assets.length}`,
      }),
    }),
    swapCase(local, {
      assets: oneAsset(assetOf(bridged, overflowing)),
      belongs: ({ isTraded }) => isTraded,
      failure: () => ({
        reason: { errorName: 'Panic', args: ['0x11'] },
        explanation: 'the product of the amount and what the pool holds overflows',
      }),
    }),
  ];
}

interface SwapCase {
  readonly tokenOut?: Arbitrary<string>;
  readonly minimum?: Arbitrary<bigint>;
  readonly assets?: Arbitrary<BetaAsset[]>;
  readonly belongs?: (swap: Swap) => boolean;
  readonly failure?: (swap: Swap, content: CaseContent) => LocalCallFailure;
}

function swapCase(
  local: CallableDeployment,
  {
    tokenOut = tradedTokens(local),
    minimum = unsignedInteger(256),
    assets = oneAsset(assetOf(local.tokens)),
    belongs,
    failure,
  }: SwapCase,
): LocalCase {
  return {
    call: members({
      target: fc.constant(local.contracts.targets.swap),
      arguments: fc.tuple(tokenOut, minimum).map(swapCodec.encode, (text) => decodeSwap(text)),
      methodName: methodSpelling('swap'),
    }),
    assets,
    ...(belongs && { belongs: (content) => belongs(swapOf(local, content)) }),
    ...(failure && { failure: (content) => failure(swapOf(local, content), content) }),
  };
}

function decodeSwap(text: unknown): [string, bigint] {
  return [...swapCodec.decode(text as string)] as [string, bigint];
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

const gasCodec = argumentCodec(readSignature('burnGas(uint256 slots)').types);

/** A slot takes about 22,000 gas and a block has 30 million; more than 128 slots only take time. */
function gasBurns(local: CallableDeployment): LocalCase {
  return gasCase(local, { min: 0n, max: 128n });
}

/** More slots than any block holds, and fewer than overflow the count. */
function failingGasBurns(local: CallableDeployment): LocalCase {
  return {
    ...gasCase(local, { min: 2n ** 16n, max: 2n ** 128n }),
    failure: () => ({
      reason: { errorName: 'TargetOutOfGas', args: [local.contracts.targets.gasBurner] },
      explanation: 'no block holds the gas for so many storage slots',
    }),
  };
}

function gasCase(
  { contracts, tokens }: CallableDeployment,
  slots: { readonly min: bigint; readonly max: bigint },
): LocalCase {
  const encoded = fc.bigInt(slots).map(
    (count) => gasCodec.encode([count]),
    (text) => gasCodec.decode(text as string)[0] as bigint,
  );
  return {
    call: members({
      target: fc.constant(contracts.targets.gasBurner),
      arguments: encoded,
      methodName: methodSpelling('burnGas', 'burnAndRefund'),
    }),
    assets: deliverableAssets(tokens),
  };
}

/** Returns a case for each method of the failing target, each of which reverts differently. */
function reverts(local: CallableDeployment): LocalCase[] {
  return [
    typedRevert(local, 'failWithReason(string)', ([text]) => ({
      reason: `execution reverted: ${text}`,
      explanation: 'the target reverts with the reason that it is given',
    })),
    typedRevert(local, 'failWithCustomError(uint256,string)', ([code, why]) => ({
      reason: { errorName: 'Refused', args: [`${code}`, `${why}`] },
      explanation: 'the target reverts with a custom error of its arguments',
    })),
    revert(local, 'failWithPanic', anyArguments, () => ({
      reason: { errorName: 'Panic', args: ['0x11'] },
      explanation: 'the target subtracts more than it has',
    })),
    revert(local, 'failWithoutData', anyArguments, () => ({
      reason: 'execution reverted without data',
      explanation: 'the target reverts without saying why',
    })),
    revert(local, 'failWithData', revertData, (data) => ({
      reason: data === '0x' ? 'execution reverted without data' : `execution reverted: ${data}`,
      explanation: 'the target reverts with the data that it is given',
    })),
  ];
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

/** Arguments that the target decodes: encoded values of their types. */
function typedRevert(
  local: CallableDeployment,
  signature: string,
  failureOf: (values: readonly AbiValue[]) => LocalCallFailure,
): LocalCase {
  const { name, types } = readSignature(signature);
  const { encode, decode } = argumentCodec(types);
  const encoded = argumentValues(types).map(encode, (text) => [...decode(text as string)]);
  return revert(local, name, encoded, (text) => failureOf(decode(text)));
}

function revert(
  { contracts, tokens }: CallableDeployment,
  name: string,
  encoded: Arbitrary<string>,
  failureOf: (text: string) => LocalCallFailure,
): LocalCase {
  return {
    call: members({
      target: fc.constant(contracts.targets.failing),
      arguments: encoded,
      methodName: methodSpelling(name),
    }),
    assets: deliverableAssets(tokens),
    failure: ({ call }) => failureOf(call.arguments ?? ''),
  };
}

/** Cases of messages that the layer rejects for one of their assets, before it calls the target. */
function badAssets(local: CallableDeployment): LocalCase[] {
  const { tokens } = local;
  const isKnown = (text: string): boolean => tokens.some(({ beta }) => beta === rawBetaAddress(text));
  const ofKind = (wanted: string) => tokens.filter(({ kind }) => kind === wanted);
  // More than the supply of a reserve token, but two of these do not overflow.
  const unavailable = amounts({ min: 2n ** 128n, max: 2n ** 256n - 1n });
  // Overflows the supply of a bridged token, which is never less than what the pools hold.
  const overflowing = fc.constant(`${2n ** 256n - 1n}`);
  return [
    badAsset(
      local,
      members({ amount: tokenAmount(), tokenAddress: betaAddress().filter((text) => !isKnown(text)) }),
      ({ tokenAddress = '' }) => ({
        reason: { errorName: 'UnknownToken', args: [rawBetaAddress(tokenAddress)] },
        explanation: 'the layer does not know the token',
      }),
    ),
    badAsset(local, assetOf(ofKind('reserve'), unavailable), (bad) => ({
      reason: `InsufficientReserve(${tokenOf(tokens, bad).alpha}, ${bad.amount}, `,
      explanation: 'the layer does not hold so much of the token',
    })),
    badAsset(local, assetOf(ofKind('bridged'), overflowing), () => ({
      reason: { errorName: 'Panic', args: ['0x11'] },
      explanation: "the token's supply would overflow",
    })),
  ];
}

/** The bad asset comes last, after valid ones. */
function badAsset(
  { contracts, tokens }: CallableDeployment,
  bad: Arbitrary<BetaAsset>,
  failureOf: (bad: BetaAsset) => LocalCallFailure,
): LocalCase {
  return {
    call: members({ target: fc.constant(contracts.targets.bounce), methodName: methodSpelling('bounce') }),
    assets: fc.tuple(deliverableAssets(tokens), bad).map(
      ([assets, last]) => [...assets, last],
      (all) => [(all as BetaAsset[]).slice(0, -1), (all as BetaAsset[]).at(-1) ?? {}],
    ),
    failure: ({ assets }) => failureOf(assets.at(-1) ?? {}),
  };
}

/** Calls of an executor that is not allowed to deliver. */
function foreignExecutors({ contracts, tokens, executors }: CallableDeployment): LocalCase {
  const allowed = new Set(executors.map((executor) => executor.toLowerCase()));
  return {
    call: members({ target: fc.constant(contracts.targets.bounce), methodName: methodSpelling('bounce') }),
    assets: deliverableAssets(tokens),
    executor: alphaAddress().filter((address) => !allowed.has(address.toLowerCase())),
    failure: (_, { executorAddress = '' }) => ({
      reason: { errorName: 'NotExecutor', args: [executorAddress] },
      explanation: 'the executor may not deliver messages',
    }),
  };
}

/** The methods of each target. */
function methodsOf({ contracts }: CallableDeployment): ReadonlyMap<string, readonly string[]> {
  const { swap, bounce, failing, gasBurner } = contracts.targets;
  return new Map([
    [bounce, ['bounce']],
    [swap, ['swap']],
    [failing, ['failWithReason', 'failWithCustomError', 'failWithPanic', 'failWithoutData', 'failWithData']],
    [gasBurner, ['burnGas', 'burnAndRefund']],
  ]);
}

const someMethod = methodName().filter((name) => name !== '');

/** Methods that their target does not have, those of other targets among them. */
function unknownMethods(local: CallableDeployment): LocalCase {
  const methods = methodsOf(local);
  const ofOthers = fc.constantFrom(...[...methods.values()].flat());
  return {
    call: members({
      target: fc.constantFrom(...methods.keys()),
      arguments: anyArguments,
      methodName: fc.oneof(someMethod, ofOthers),
    }),
    assets: deliverableAssets(local.tokens),
    belongs: ({ call }) => methods.get(call.target ?? '')?.includes(bareName(call.methodName)) === false,
    failure: ({ call }) => ({
      reason: `the target has no method ${bareName(call.methodName)}(bytes,bytes)`,
      explanation: 'the target does not have the method',
    }),
  };
}

/** Methods that decode their arguments, with too few bytes. */
function cutArguments({ contracts, tokens }: CallableDeployment): LocalCase {
  const { swap, failing, gasBurner } = contracts.targets;
  const cut = (target: string, ...names: readonly string[]) =>
    members({
      target: fc.constant(target),
      arguments: hexBytes({ maxLength: 31 }),
      methodName: methodSpelling(...names),
    });
  return {
    call: fc.oneof(
      cut(gasBurner, 'burnGas', 'burnAndRefund'),
      cut(swap, 'swap'),
      cut(failing, 'failWithReason', 'failWithCustomError'),
    ),
    assets: deliverableAssets(tokens),
    failure: () => ({
      reason: 'execution reverted without data',
      explanation: 'the arguments are shorter than one word, so the method cannot decode them',
    }),
  };
}

function targetsWithoutCode({ contracts, tokens }: CallableDeployment): LocalCase {
  const { layer, targets } = contracts;
  const deployed = [layer, ...Object.values(targets), ...tokens.map(({ alpha }) => alpha)];
  const taken = new Set(deployed.map((address) => address.toLowerCase()));
  return {
    call: members({
      target: alphaAddress().filter((address) => !taken.has(address.toLowerCase())),
      arguments: anyArguments,
      methodName: fc.oneof(methodSpelling('bounce', 'swap'), someMethod),
    }),
    assets: deliverableAssets(tokens),
    failure: ({ call }) => ({
      reason: { errorName: 'TargetHasNoCode', args: [call.target ?? ''] },
      explanation: 'there is no contract at the target',
    }),
  };
}
