import type { SimulationRequest } from '../../../contract/simulation-request.js';
import { definedMembers } from '../../../internal/objects.js';

type CallParams = NonNullable<SimulationRequest['alphaCallParams']>;
type BetaAsset = NonNullable<SimulationRequest['betaAssets']>[number];

/** Lists simpler requests, whatever they mean. */
type Reduction = (request: SimulationRequest) => Iterable<SimulationRequest>;

/** The ways to make a request simpler, the boldest first. */
const reductions: readonly Reduction[] = [
  noAssets,
  oneAsset,
  fewerMembers,
  plainCall,
  fewerAssets,
  plainAssets,
  shorterBytes,
  smallShardsKey,
];

/** Lists requests that differ from one in one thing, which is absent, plain or shorter there, the boldest first. */
export function* simplerRequests(request: SimulationRequest): Iterable<SimulationRequest> {
  for (const reduce of reductions) yield* reduce(request);
}

function* noAssets(request: SimulationRequest): Iterable<SimulationRequest> {
  if (assetsOf(request).length > 0) yield { ...request, betaAssets: [] };
}

function* oneAsset(request: SimulationRequest): Iterable<SimulationRequest> {
  const assets = assetsOf(request);
  if (assets.length > 2) for (const asset of assets) yield { ...request, betaAssets: [asset] };
}

function* fewerMembers(request: SimulationRequest): Iterable<SimulationRequest> {
  for (const name of Object.keys(request) as (keyof SimulationRequest)[]) yield without(request, name);
}

function* plainCall(request: SimulationRequest): Iterable<SimulationRequest> {
  const call = request.alphaCallParams;
  if (call === undefined) return;
  const changes: CallParams[] = [
    { arguments: undefined, methodName: undefined },
    { arguments: undefined },
    { methodName: undefined },
  ];
  for (const change of changes) {
    const simpler = definedMembers({ ...call, ...change });
    if (Object.keys(simpler).length < Object.keys(call).length)
      yield { ...request, alphaCallParams: simpler };
  }
}

function* fewerAssets(request: SimulationRequest): Iterable<SimulationRequest> {
  const assets = assetsOf(request);
  if (assets.length < 2) return;
  for (const index of assets.keys()) yield { ...request, betaAssets: assets.toSpliced(index, 1) };
}

/** With small amounts, first those of all assets, and of the native coin. */
function* plainAssets(request: SimulationRequest): Iterable<SimulationRequest> {
  const assets = assetsOf(request);
  for (const amount of ['0', '1']) {
    const plain = assets.map((asset) => (isLonger(asset.amount, amount) ? { ...asset, amount } : asset));
    if (plain.some((asset, index) => asset !== assets[index])) yield { ...request, betaAssets: plain };
  }
  for (const [index, asset] of assets.entries()) {
    for (const simpler of plainForms(asset)) yield { ...request, betaAssets: assets.with(index, simpler) };
  }
}

function* plainForms(asset: BetaAsset): Iterable<BetaAsset> {
  if (asset.tokenAddress !== undefined) yield without(asset, 'tokenAddress');
  for (const amount of smaller(asset.amount)) yield { ...asset, amount };
}

function* shorterBytes(request: SimulationRequest): Iterable<SimulationRequest> {
  const call = request.alphaCallParams;
  for (const bytes of shorter(call?.arguments))
    yield { ...request, alphaCallParams: { ...call, arguments: bytes } };
  for (const bytes of shorter(request.extraData)) yield { ...request, extraData: bytes };
}

function* smallShardsKey(request: SimulationRequest): Iterable<SimulationRequest> {
  for (const shardsKey of smaller(request.shardsKey)) yield { ...request, shardsKey };
}

/** 0, 1, and numbers with half as many bits and half as large. */
function smaller(text: string | undefined): string[] {
  if (text === undefined || !/^\d+$/.test(text)) return [];
  const number = BigInt(text);
  const halfOfBits = BigInt(Math.ceil(number.toString(2).length / 2));
  const numbers = [0n, 1n, number >> halfOfBits, number / 2n].filter((one) => one < number);
  return [...new Set(numbers)].map(String);
}

/** None, and the first half of them. */
function shorter(bytes: string | undefined): string[] {
  if (bytes === undefined || !/^0x(?:..)+$/.test(bytes)) return [];
  return [...new Set(['0x', bytes.slice(0, 2 + 2 * Math.floor(bytes.length / 4 - 0.5))])];
}

function isLonger(text: string | undefined, than: string): boolean {
  return text !== undefined && /^\d+$/.test(text) && BigInt(text) > BigInt(than);
}

function assetsOf({ betaAssets }: SimulationRequest): readonly BetaAsset[] {
  return Array.isArray(betaAssets) ? betaAssets : [];
}

function without<T extends object>(object: T, name: keyof T): T {
  const { [name]: _, ...rest } = object;
  return rest as T;
}
