import fc from 'fast-check';
import {
  type CasePlan,
  type CaseRelation,
  type CaseRequest,
  type FuzzedCall,
  inSequence,
  type RelationName,
  relationNames,
} from '../../case/case-plan.js';
import { rawBetaAddress } from '../../contract/addresses.js';
import type { Conventions } from '../../contract/conventions.js';
import { formats } from '../../contract/formats.js';
import { amountOf } from '../../contract/integer-range.js';
import { placesOf, withTexts } from '../../contract/request-places.js';
import { largestAmount } from '../../contract/response-formats.js';
import {
  type BetaAsset,
  type LooseSimulationRequest,
  requestTexts,
} from '../../contract/simulation-request.js';
import { memberAt, type Steps, withMemberAt } from '../../internal/json.js';
import { generatedPhase } from './generated-phase.js';
import { type CallPlanner, callPlanner } from './oracles.js';
import type { Phase, PhaseContext } from './phase.js';

/** More than any request has variants, so that each one is possible. */
const maxVariants = 1_000;

/** In addition to the relations: requests whose answers must be consistent, but not equal. */
const related = 'related-requests';

/** Long 64-bit keys that were never sent before. */
const freshKeys = { min: 2n ** 61n, max: 2n ** 62n };

interface GeneratedParts extends Omit<MetamorphicParts, 'relation'> {
  readonly relation: RelationName | typeof related;
  readonly freshKey: bigint;
}

/**
 * Creates the phase of requests that must get the same answer. A case shrinks to simpler calls and variants of the same
 * relation, as long as they have such variants.
 */
export function createMetamorphicPhase({ calls, deployment }: PhaseContext): Phase {
  const parts = fc.record<GeneratedParts>({
    relation: fc.noShrink(fc.constantFrom(...relationNames, related, related, related)),
    call: calls,
    variant: fc.nat(maxVariants),
    freshKey: fc.noShrink(fc.bigInt(freshKeys)),
    // Last, so that it does not change what the others generate.
    others: new LazyArbitrary(fc.tuple(calls, calls)),
  });
  const simulate = callPlanner(deployment);
  return generatedPhase('metamorphic', parts, ({ relation, ...generated }) =>
    relation === related
      ? relatedRequests(generated, deployment.conventions, simulate)
      : metamorphicPlan({ ...generated, relation }, deployment.conventions, simulate),
  );
}

/** The parts of a metamorphic case. */
interface MetamorphicParts {
  readonly call: FuzzedCall;
  /** The preferred relation. If it has no variant of the call, the next relation that has one is used. */
  readonly relation: RelationName;
  /** The index of the variant, modulo the number of variants. */
  readonly variant: number;
  /** Two calls that are unrelated to the first one; most relations need none. */
  readonly others: () => readonly [FuzzedCall, FuzzedCall];
}

type Others = readonly [CaseRequest, CaseRequest];
type Layout = Omit<CasePlan, 'phase' | 'kind' | 'relation'> & Pick<CaseRelation, 'pairs'>;

/** Plans a base request and a change that must not affect its answer. */
function metamorphicPlan(parts: MetamorphicParts, conventions: Conventions, simulate: CallPlanner): CasePlan {
  const { call, others } = parts;
  const [name, request] = variedBy(parts, conventions);
  const base = simulate(call);
  const variant = request === call.request ? base : simulate({ ...call, request });
  const { steps, pairs } = layoutOf(name, base, variant, () => {
    const [other, another] = others();
    return [simulate(other), simulate(another)];
  });
  return { phase: 'metamorphic', kind: name, steps, relation: { name, pairs } };
}

/** Returns the first relation, from the preferred one on, that has a variant of the call, and that variant. */
function variedBy(
  { call, relation, variant }: MetamorphicParts,
  conventions: Conventions,
): [RelationName, LooseSimulationRequest] {
  const start = relationNames.indexOf(relation);
  for (const name of [...relationNames.slice(start), ...relationNames.slice(0, start)]) {
    const variants = variations[name](call, conventions);
    const write = variants[variant % variants.length];
    if (write !== undefined) return [name, write()];
  }
  return ['determinism', call.request];
}

/**
 * The base is repeated after the variant, so that spontaneous changes are not attributed to the variant; twice, because two
 * alternating servers must both have answered it. State that an unrelated request leaves may disappear with the next request,
 * which is then compared with the base after itself. Or it stays until another unrelated request replaces it. A state that only
 * advances is not found.
 */
function layoutOf(name: RelationName, base: CaseRequest, variant: CaseRequest, others: () => Others): Layout {
  switch (name) {
    case 'isolation': {
      const [other, another] = others();
      return {
        steps: inSequence([base, base, other, variant, another, variant, other, variant, base]),
        pairs: [
          [1, 3],
          [8, 3],
          [3, 5],
          [7, 5],
        ],
      };
    }
    case 'concurrency': {
      const [other] = others();
      return {
        steps: [{ requests: [base] }, { requests: [variant, other, variant, other] }, { requests: [base] }],
        pairs: [
          [0, 1],
          [5, 1],
          [0, 3],
          [5, 3],
        ],
      };
    }
    default:
      return {
        steps: inSequence([base, variant, base, base]),
        pairs: [
          [0, 1],
          [2, 1],
          [3, 1],
        ],
      };
  }
}

/** The parts of a case of related requests. */
interface RelatedParts {
  readonly call: FuzzedCall;
  /** A shards key that was never sent before. */
  readonly freshKey: bigint;
  /** The index of the asset that changes, modulo the number of assets. */
  readonly variant: number;
  /** Calls that are unrelated to the first one. */
  readonly others: () => readonly [FuzzedCall, FuzzedCall];
}

/** Enough to affect gas, and within the usual body limits. */
const moreExtraData = Array.from({ length: 2_048 }, (_, at) =>
  (1 + ((at * 73 + 41) % 251)).toString(16).padStart(2, '0'),
).join('');

/**
 * Plans a call that was never sent before, three times, and calls that differ from it in one thing each: more extra data,
 * twice as much of an asset, one asset less, another key; one with another key and caller; unrelated calls in between, and
 * the call itself once more. Checks of values compare the answers.
 */
function relatedRequests(
  { call, freshKey, variant, others }: RelatedParts,
  { requestValidation }: Conventions,
  simulate: CallPlanner,
): CasePlan {
  const [other, another] = others();
  const isPlain = requestValidation === 'strict';
  const request: LooseSimulationRequest = isPlain
    ? { ...call.request, shardsKey: `${freshKey}` }
    : call.request;
  // The known results of the call do not apply to its variants.
  const base = simulate({ request });
  const variants = isPlain
    ? [
        { ...request, extraData: `${request.extraData ?? '0x'}${moreExtraData}` },
        ...assetVariants(request, variant),
        { ...request, shardsKey: `${freshKey + 1n}` },
        {
          ...request,
          shardsKey: `${freshKey + 1n}`,
          betaCaller: other.request.betaCaller ?? request.betaCaller,
        },
      ]
    : [];
  const [first, ...rest] = variants.map((changed) => simulate({ request: changed }));
  const requests: CaseRequest[] = [
    base,
    base,
    ...(first === undefined ? [] : [first]),
    simulate(other),
    base,
    ...rest,
    simulate(another),
    base,
  ];
  return {
    phase: 'metamorphic',
    kind: 'related-requests',
    steps: inSequence(requests),
  };
}

/** The call with twice as much of one asset, and without that asset. */
function assetVariants(request: LooseSimulationRequest, variant: number): LooseSimulationRequest[] {
  const { betaAssets = [] } = request;
  if (betaAssets.length === 0) return [];
  const index = variant % betaAssets.length;
  const asset = betaAssets[index] ?? {};
  const twice = 2n * (amountOf(asset.amount) ?? 0n);
  return [
    ...(twice > 0n && twice <= largestAmount
      ? [{ ...request, betaAssets: betaAssets.with(index, { ...asset, amount: `${twice}` }) }]
      : []),
    { ...request, betaAssets: betaAssets.toSpliced(index, 1) },
  ];
}

/**
 * Generates functions that generate their value when they are called, because most of the values are not needed. Does not
 * advance the random generator, so later values start from the same state.
 */
class LazyArbitrary<T> extends fc.Arbitrary<() => T> {
  readonly #arbitrary: fc.Arbitrary<T>;

  constructor(arbitrary: fc.Arbitrary<T>) {
    super();
    this.#arbitrary = arbitrary;
  }

  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<() => T> {
    const own = random.clone();
    let generated: fc.Value<T> | undefined;
    return later(() => {
      generated ??= this.#arbitrary.generate(own, biasFactor);
      return generated;
    });
  }

  override canShrinkWithoutContext(_value: unknown): _value is () => T {
    return false;
  }

  override shrink(_value: () => T, draw: () => fc.Value<T>): fc.Stream<fc.Value<() => T>> {
    const { value, context } = draw();
    return this.#arbitrary.shrink(value, context).map((simpler) => later(() => simpler));
  }
}

function later<T>(draw: () => fc.Value<T>): fc.Value<() => T> {
  return new fc.Value(() => draw().value, draw);
}

// Variations.

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
const variations: Readonly<Record<RelationName, Variation>> = {
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
