import { memberAt, withMemberAt } from '../../../contract/json.js';
import { stepsTo } from '../../../contract/request-places.js';
import {
  type BetaAsset,
  type LooseSimulationRequest,
  type RequestField,
  requestFields,
  requestTexts,
} from '../../../contract/simulation-request.js';

/** Lists simpler requests, regardless of their meaning. */
type Reduction = (request: LooseSimulationRequest) => Iterable<LooseSimulationRequest>;

/** The ways to make a request simpler, the boldest first. */
const reductions: readonly Reduction[] = [
  noAssets,
  oneAsset,
  fewerMembers,
  plainCall,
  fewerAssets,
  plainAssets,
  plainTexts,
];

/** Lists requests that differ from a request in one thing, which is absent, plain or shorter, the boldest first. */
export function* simplerRequests(request: LooseSimulationRequest): Iterable<LooseSimulationRequest> {
  for (const reduce of reductions) yield* reduce(request);
}

function* noAssets(request: LooseSimulationRequest): Iterable<LooseSimulationRequest> {
  if (assetsOf(request).length > 0) yield { ...request, betaAssets: [] };
}

function* oneAsset(request: LooseSimulationRequest): Iterable<LooseSimulationRequest> {
  const assets = assetsOf(request);
  if (assets.length > 2) for (const asset of assets) yield { ...request, betaAssets: [asset] };
}

function* fewerMembers(request: LooseSimulationRequest): Iterable<LooseSimulationRequest> {
  for (const name of Object.keys(request) as (keyof LooseSimulationRequest)[]) yield without(request, [name]);
}

/** The call without all optional members, then without one member each. */
function* plainCall(request: LooseSimulationRequest): Iterable<LooseSimulationRequest> {
  const call = request.alphaCallParams;
  if (call === undefined) return;
  const optional = optionalNames(requestFields.alphaCallParams.members).filter(
    (name) => call[name] !== undefined,
  );
  for (const names of optional.length > 1 ? [optional, ...optional.map((name) => [name])] : [optional])
    if (names.length > 0) yield { ...request, alphaCallParams: without(call, names) };
}

function* fewerAssets(request: LooseSimulationRequest): Iterable<LooseSimulationRequest> {
  const assets = assetsOf(request);
  if (assets.length < 2) return;
  for (const index of assets.keys()) yield { ...request, betaAssets: assets.toSpliced(index, 1) };
}

/** With small amounts, first those of all assets, and of the native coin. */
function* plainAssets(request: LooseSimulationRequest): Iterable<LooseSimulationRequest> {
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
  const { items } = requestFields.betaAssets;
  for (const name of optionalNames(items)) if (asset[name] !== undefined) yield without(asset, [name]);
  for (const [name, { format }] of Object.entries(items)) {
    const text = asset[name as keyof BetaAsset];
    for (const simpler of typeof text === 'string' ? format.simpler(text) : [])
      yield { ...asset, [name]: simpler };
  }
}

/** Each text shorter or smaller: first those that may be long. */
function* plainTexts(request: LooseSimulationRequest): Iterable<LooseSimulationRequest> {
  const texts = requestTexts.filter(({ path }) => !path.includes('[]'));
  const isLong = ({ field }: (typeof texts)[number]): boolean => field.format.isUnbounded;
  for (const { path, field } of [...texts.filter(isLong), ...texts.filter((row) => !isLong(row))]) {
    const text = memberAt(request, stepsTo(path));
    for (const simpler of typeof text === 'string' ? field.format.simpler(text) : [])
      yield withMemberAt(request, stepsTo(path), simpler) as LooseSimulationRequest;
  }
}

function isLonger(text: string | undefined, than: string): boolean {
  return text !== undefined && /^\d+$/.test(text) && BigInt(text) > BigInt(than);
}

function assetsOf({ betaAssets }: LooseSimulationRequest): readonly BetaAsset[] {
  return Array.isArray(betaAssets) ? betaAssets : [];
}

function optionalNames<Fields extends Readonly<Record<string, RequestField>>>(
  fields: Fields,
): (keyof Fields)[] {
  return Object.keys(fields).filter((name) => !fields[name]?.required);
}

function without<T extends object>(object: T, names: readonly (keyof T)[]): T {
  const entries = Object.entries(object).filter(([name]) => !names.includes(name as keyof T));
  return Object.fromEntries(entries) as T;
}
