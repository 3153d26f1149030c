import type { FuzzedCall, RelationName } from '../../case/case-plan.js';
import { rawBetaAddress } from '../../contract/addresses.js';
import type { Conventions } from '../../contract/conventions.js';
import { formats } from '../../contract/formats.js';
import { amountOf } from '../../contract/integer-range.js';
import { memberAt, type Steps, withMemberAt } from '../../contract/json.js';
import { placesOf, withTexts } from '../../contract/request-places.js';
import { largestAmount } from '../../contract/response-formats.js';
import {
  type BetaAsset,
  type LooseSimulationRequest,
  requestTexts,
} from '../../contract/simulation-request.js';

/**
 * Lists the ways to write the request of a call differently without changing its meaning, the simplest first. Each is
 * written when it is called.
 */
type Variation = (
  call: FuzzedCall,
  conventions: Pick<Conventions, 'requiredRequestFields' | 'requestValidation'>,
) => readonly (() => LooseSimulationRequest)[];

/** Writes each absent field with its default and leaves out each field that has it; then all of them at once. */
const absentOrDefault: Variation = ({ request }, { requiredRequestFields }) => {
  const toggles = requestTexts
    .filter(({ path }) => !requiredRequestFields.includes(path))
    .flatMap(({ path, field: { default: value } }) =>
      value === undefined ? [] : placesOf(path, request).map((steps) => toggle(steps, value)),
    )
    .filter((change) => change(request) !== request);
  const one = toggles.map((change) => () => change(request));
  const all = (): LooseSimulationRequest => toggles.reduce((whole, change) => change(whole), request);
  return toggles.length > 1 ? [...one, all] : one;
};

/** Writes a default into a request or leaves it out. A field with another value stays unchanged. */
function toggle(steps: Steps, value: string): (request: LooseSimulationRequest) => LooseSimulationRequest {
  return (request) => {
    const member = memberAt(request, steps);
    if (member !== undefined && member !== value) return request;
    return withMemberAt(request, steps, member === undefined ? value : undefined) as LooseSimulationRequest;
  };
}

/** Other orders of the assets: the reverse, then all rotations. */
const otherAssetOrders: Variation = ({ request }) => {
  const { betaAssets = [] } = request;
  const orders = [
    [...betaAssets].reverse(),
    ...betaAssets.map((_, by) => [...betaAssets.slice(by), ...betaAssets.slice(0, by)]).slice(1),
  ];
  return orders
    .filter((order) => !isSameOrder(order, betaAssets))
    .map((order) => () => ({ ...request, betaAssets: order }));
};

function isSameOrder(one: readonly BetaAsset[], other: readonly BetaAsset[]): boolean {
  return one.every(
    ({ amount, tokenAddress }, index) =>
      amount === other[index]?.amount && tokenAddress === other[index]?.tokenAddress,
  );
}

type Reorder = <T>(items: readonly T[]) => T[];

/** Other orders of the members of the request, of its call and of its assets. */
const otherKeyOrders: Variation = ({ request }) =>
  orders.map((order) => () => reordered(request, order) as typeof request);

const orders: readonly Reorder[] = [
  (items) => [...items].reverse(),
  (items) => [...items.slice(1), ...items.slice(0, 1)],
  (items) => [...items.slice(-1), ...items.slice(0, -1)],
];

function reordered(value: unknown, order: Reorder): unknown {
  if (Array.isArray(value)) return value.map((item) => reordered(item, order));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    order(Object.entries(value)).map(([name, member]) => [name, reordered(member, order)]),
  );
}

/**
 * Amounts split over two entries of the same token, and two entries of a token merged into one. Only for calls that do not
 * depend on single assets: those without a method, and those that are known to send assets back.
 */
const splitAmounts: Variation = (call) => {
  if (!isAboutTotals(call)) return [];
  const { request } = call;
  const { betaAssets = [] } = request;
  return [
    ...betaAssets.flatMap((asset, index) =>
      partsOf(asset).map((parts) => () => betaAssets.toSpliced(index, 1, ...parts)),
    ),
    ...mergersOf(betaAssets),
  ].map((assets) => () => ({ ...request, betaAssets: assets() }));
};

function isAboutTotals({ request, returns }: FuzzedCall): boolean {
  return returns !== undefined || !request.alphaCallParams?.methodName;
}

/** One base unit and the rest, then the two halves. */
function partsOf(asset: BetaAsset): BetaAsset[][] {
  const amount = amountOf(asset.amount);
  if (amount === undefined || amount < 2n) return [];
  const firsts = amount > 3n ? [1n, amount / 2n] : [1n];
  return firsts.map((first) => [
    { ...asset, amount: `${first}` },
    { ...asset, amount: `${amount - first}` },
  ]);
}

/** Each entry merged into the next one of the same token. */
function mergersOf(assets: readonly BetaAsset[]): (() => BetaAsset[])[] {
  const tokens = assets.map(({ tokenAddress = '' }) => rawBetaAddress(tokenAddress));
  return assets.flatMap((asset, index) => {
    const again = tokens.indexOf(tokens[index] as string, index + 1);
    const [amount, more] = [amountOf(asset.amount), amountOf(assets[again]?.amount)];
    if (amount === undefined || more === undefined || amount + more > largestAmount) return [];
    return [() => assets.with(again, { ...asset, amount: `${amount + more}` }).toSpliced(index, 1)];
  });
}

const sameRequest: Variation = ({ request }) => [() => request];

/** Writes all addresses of a format in one spelling, for each spelling that changes one of them. Source: practice. */
const addressSpellings = (name: 'alphaAddress' | 'betaAddress'): Variation => {
  const { name: format, spellings, examples } = formats[name];
  return ({ request }) =>
    spellings(examples[0]).flatMap((_, index) => {
      const respelt = withTexts(
        request,
        ({ name }) => name === format,
        (text) => spellings(text)[index] ?? text,
      );
      return respelt === request ? [] : [() => respelt];
    });
};

/** If formats are open, it is unknown which texts are equivalent. */
const relationsOfPractice: readonly RelationName[] = [
  'absent-or-default',
  'split-amounts',
  'address-case',
  'address-form',
];

/** Returns whether the conventions state that the requests of a relation are equivalent. */
export function isRelationKnown(
  name: RelationName,
  { requestValidation }: Pick<Conventions, 'requestValidation'>,
): boolean {
  return requestValidation === 'strict' || !relationsOfPractice.includes(name);
}

const inPractice =
  (variation: Variation): Variation =>
  (call, conventions) =>
    conventions.requestValidation === 'strict' ? variation(call, conventions) : [];

/** The variations of each relation. Relations about requests before it or in progress with it leave the base request unchanged. */
export const variations: Readonly<Record<RelationName, Variation>> = {
  determinism: sameRequest,
  'key-order': otherKeyOrders,
  'absent-or-default': inPractice(absentOrDefault),
  'asset-order': otherAssetOrders,
  'split-amounts': inPractice(splitAmounts),
  'address-case': inPractice(addressSpellings('alphaAddress')),
  'address-form': inPractice(addressSpellings('betaAddress')),
  isolation: sameRequest,
  concurrency: sameRequest,
};
