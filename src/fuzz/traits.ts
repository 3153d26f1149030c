import type { SimulationRequest } from '../contract/simulation-request.js';
import {
  alphaClasses,
  betaClasses,
  byteClasses,
  decimalClasses,
  methodClasses,
  type ValueClasses,
} from './traits/value-classes.js';

const shardsKey = traitsAt('shardsKey', decimalClasses(53n, 63n, 64n));
const target = traitsAt('alphaCallParams.target', alphaClasses);
const callArguments = traitsAt('alphaCallParams.arguments', byteClasses, 'absent');
const methodName = traitsAt('alphaCallParams.methodName', methodClasses, 'absent', 'empty');
const assetCount = traitsAt('betaAssets', { names: ['none', '1', '2-4', '5 or more'], classOf: countClass });
const tokens = traitsAt('tokens of betaAssets', {
  names: ['all different', 'one twice'],
  classOf: (name) => name,
});
const amount = traitsAt('betaAssets[].amount', decimalClasses(53n, 64n, 255n, 256n));
const tokenAddress = traitsAt('betaAssets[].tokenAddress', betaClasses, 'absent', 'empty');
const betaCaller = traitsAt('betaCaller', betaClasses);
const executorAddress = traitsAt('executorAddress', alphaClasses, 'absent', 'empty');
const extraData = traitsAt('extraData', byteClasses, 'absent');
const feeAssetAddress = traitsAt('feeAssetAddress', betaClasses, 'absent', 'empty');

const inPractice = [
  shardsKey,
  target,
  callArguments,
  methodName,
  assetCount,
  tokens,
  amount,
  tokenAddress,
  betaCaller,
  executorAddress,
  extraData,
  feeAssetAddress,
].flatMap(({ all }) => all);

/** Lists the traits that valid requests have in practice, so that a report can say which none had. */
export function allTraits(): readonly string[] {
  return inPractice;
}

/** Tells which parts of the space of requests one covers: `executorAddress: absent`, `betaAssets: 2-4`. */
export function traitsOf(request: SimulationRequest): string[] {
  const { alphaCallParams: call = {}, betaAssets: assets } = request;
  const traits = [
    shardsKey.of(request.shardsKey),
    target.of(call.target),
    callArguments.of(call.arguments),
    methodName.of(call.methodName),
    assetCount.of(assets && String(assets.length)),
    betaCaller.of(request.betaCaller),
    executorAddress.of(request.executorAddress),
    extraData.of(request.extraData),
    feeAssetAddress.of(request.feeAssetAddress),
  ];
  if (assets === undefined || assets.length === 0) return traits;
  const seen = new Set<string>();
  for (const asset of assets) {
    addOnce(traits, amount.of(asset.amount));
    addOnce(traits, tokenAddress.of(asset.tokenAddress));
    seen.add(asset.tokenAddress ?? '');
  }
  traits.push(tokens.of(seen.size < assets.length ? 'one twice' : 'all different'));
  return traits;
}

/** A list of a dozen is quicker than a set. */
function addOnce(traits: string[], trait: string): void {
  if (!traits.includes(trait)) traits.push(trait);
}

interface FieldTraits {
  readonly all: readonly string[];
  readonly of: (value: string | undefined) => string;
}

/** Makes the traits of a field; `states` are those of no value that it may be in. */
function traitsAt(
  path: string,
  { names, classOf }: ValueClasses,
  ...states: readonly ('absent' | 'empty')[]
): FieldTraits {
  const traits = new Map([...states, ...names].map((name) => [name, `${path}: ${name}`]));
  return {
    all: [...traits.values()],
    of(value) {
      const name = value === undefined ? 'absent' : value === '' ? 'empty' : classOf(value);
      return traits.get(name) ?? `${path}: ${name}`;
    },
  };
}

function countClass(count: string): string {
  if (count === '0') return 'none';
  if (count === '1') return '1';
  return Number(count) < 5 ? '2-4' : '5 or more';
}
