import fc, { type Arbitrary } from 'fast-check';
import { drawn } from '../../drawing/drawn.js';
import { members } from '../../drawing/members.js';
import { unsignedInteger } from '../../drawing/unsigned-integer.js';
import type { BetaAsset } from '../../request/request-constraints.js';
import { alphaAddress } from '../../values/alpha-address.js';
import { argumentCodec } from '../abi/argument-codec.js';
import { readSignature } from '../abi/read-signature.js';
import { asset, deliverableAssets, modestAsset, tokenOf } from './local-assets.js';
import type { CallableDeployment, LocalCall, LocalCallFailure } from './local-call.js';
import { localCase } from './local-case.js';
import { methodSpelling } from './method-spelling.js';

interface Swap {
  readonly methodName: string;
  /** In lower case, as it is decoded. */
  readonly tokenOut: string;
  readonly minimum: bigint;
  readonly assets: BetaAsset[];
}

type SwapParts = Omit<{ [Name in keyof Swap]: Arbitrary<Swap[Name]> }, 'methodName'>;

const { encode, decode } = argumentCodec(
  readSignature('swap(address tokenOut, uint256 minimumOutput)').types,
);

/** Gives swaps that the pool can make. */
export function swaps(local: CallableDeployment): Arbitrary<LocalCall> {
  return swapCase(local, tradesOf(local, amounts(64)), reachable(local), () => undefined);
}

/** Gives swaps that fail, each in one of the ways that there are. */
export function failingSwaps(local: CallableDeployment): Arbitrary<LocalCall>[] {
  const { tokens } = local;
  const trades = tradesOf(local, amounts(256));
  const bridged = tokens.filter(({ kind }) => kind === 'bridged');
  const overflowing = fc.bigInt({ min: 2n ** 200n, max: 2n ** 255n }).map(String, readBigInt);
  return [
    swapCase(local, trades, unreachable(local), ({ minimum }) => ({
      reason: `InsufficientOutput(${minimum}, `,
      explanation: `the swap asks for at least ${minimum}, more than twice what it brings in`,
    })),
    swapCase(
      local,
      { ...trades, tokenOut: outputsOf(local, alphaAddress()) },
      untraded(local),
      ({ tokenOut }) => ({
        reason: { errorName: 'NotTraded', args: [tokenOut] },
        explanation: `the pool does not trade the asset for ${tokenOut}`,
      }),
    ),
    swapCase(
      local,
      { ...trades, assets: deliverableAssets(tokens) },
      ({ assets }) => assets.length !== 1,
      ({ assets }) => ({
        reason: { errorName: 'ExpectedOneAsset', args: [`${assets.length}`] },
        explanation: `the swap takes one asset, not ${assets.length}`,
      }),
    ),
    swapCase(local, { ...trades, assets: oneOf(asset(bridged, overflowing)) }, trading(local), () => ({
      reason: { errorName: 'Panic', args: ['0x11'] },
      explanation: 'the product of the amount and what the pool holds overflows',
    })),
  ];
}

function swapCase(
  local: CallableDeployment,
  parts: SwapParts,
  belongs: (swap: Swap) => boolean,
  failureOf: (swap: Swap) => LocalCallFailure | undefined,
): Arbitrary<LocalCall> {
  const target = local.contracts.targets.swap;
  return localCase<Swap>(local, {
    parts: members<Swap>({ methodName: methodSpelling('swap'), ...parts }).filter(belongs),
    write: (swap) => ({
      call: { target, arguments: encode([swap.tokenOut, swap.minimum]), methodName: swap.methodName },
      assets: swap.assets,
      failure: failureOf(swap),
    }),
    read: ({ arguments: text = '', methodName = '' }, assets) => {
      const [tokenOut, minimum] = decode(text) as [string, bigint];
      return { methodName, tokenOut, minimum, assets: [...assets] };
    },
  });
}

function tradesOf(local: CallableDeployment, minimum: Arbitrary<bigint>): SwapParts {
  return { minimum, tokenOut: outputsOf(local), assets: oneOf(modestAsset(local.tokens)) };
}

function outputsOf({ tokens }: CallableDeployment, others?: Arbitrary<string>): Arbitrary<string> {
  const traded = fc.constantFrom(...tokens.map(({ alpha }) => alpha.toLowerCase()));
  const isLower = (text: string): boolean => text === text.toLowerCase();
  return others === undefined ? traded : fc.oneof(traded, others.filter(isLower));
}

function amounts(bits: number): Arbitrary<bigint> {
  const { draw, shrinks } = unsignedInteger(bits);
  return drawn(draw, shrinks);
}

function oneOf(only: Arbitrary<BetaAsset>): Arbitrary<BetaAsset[]> {
  return fc.tuple(only) as unknown as Arbitrary<BetaAsset[]>;
}

type Belongs = (local: CallableDeployment) => (swap: Swap) => boolean;

/** Whether there is a pool for it: of two different tokens of the deployment. */
const trading: Belongs =
  ({ tokens }) =>
  ({ assets, tokenOut }) =>
    tokens.some(({ alpha }) => alpha.toLowerCase() === tokenOut) &&
    tokenOf(tokens, assets[0] ?? {}).alpha.toLowerCase() !== tokenOut;

const untraded: Belongs = (local) => (swap) => !trading(local)(swap);

/** At the start a pool gives one base unit less than it takes; half of it, after other tests have moved the rate. */
const reachable: Belongs = (local) => (swap) => {
  const most = (BigInt(swap.assets[0]?.amount ?? 0) - 1n) / 2n;
  return trading(local)(swap) && swap.minimum <= most;
};

const unreachable: Belongs = (local) => (swap) =>
  trading(local)(swap) && swap.minimum > 2n * BigInt(swap.assets[0]?.amount ?? 0);

function readBigInt(text: unknown): bigint {
  return BigInt(text as string);
}
