import { isDeepStrictEqual } from 'node:util';
import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';
import {
  formatBetaAddress,
  friendlyForms,
  parseBetaAddress,
  rawBetaAddress,
} from '../../contract/addresses.js';
import { type Conventions, defaultConventions } from '../../contract/conventions.js';
import { methodParameters } from '../../contract/formats.js';
import { withDefaults } from '../../contract/request-places.js';
import type {
  BetaAsset,
  CallParams,
  LooseSimulationRequest,
  SimulationRequest,
} from '../../contract/simulation-request.js';
import { UsageError } from '../../errors.js';
import { formatValue, pathText } from '../../internal/print.js';
import { requestsWith, withExtendedMembers } from '../endpoint/simulation-request.js';
import { constantsOr, members } from '../values/combinators.js';
import { betaAddress, decimal, hexBytes } from '../values/values.js';

/** A call of a local deployment, and its outcome. */
export interface LocalCall {
  readonly request: SimulationRequest;
  /** Why it must fail; undefined when it must simulate successfully. */
  readonly failure: LocalCallFailure | undefined;
}

/** Why a call of a local deployment must fail. */
export interface LocalCallFailure {
  /** What `toFailSimulation` takes: a part of the error's text, or the contract's error. */
  readonly reason: string | { readonly errorName: string; readonly args: readonly string[] };
  /** The same in a sentence, for a reader. */
  readonly explanation: string;
}

const address = z.string().min(1);
const callableToken = z.object({
  /** The raw address on the source chain, `''` for the native coin. */
  beta: z.string(),
  alpha: address,
  /** Of a `reserve` token the layer can unlock only what it holds. */
  kind: z.enum(['bridged', 'reserve']),
});
const callableDeployment = z.object({
  contracts: z
    .object({
      layer: address,
      targets: z.object({ swap: address, bounce: address, failing: address, gasBurner: address }).readonly(),
    })
    .readonly(),
  /** The tokens of both chains. */
  tokens: z
    .array(callableToken.readonly())
    .refine((tokens) => new Set(tokens.map(({ kind }) => kind)).size === 2, 'one of each kind is needed')
    .readonly(),
  /** Who may deliver on the destination chain. */
  executors: z.array(address).min(1).readonly(),
  /** Some addresses of the source chain. */
  accounts: z.array(address).min(1).readonly(),
});

/** A token of a local deployment. */
export interface CallableToken extends Readonly<z.output<typeof callableToken>> {}

/** What {@link LocalCall}s need to know of a local deployment. */
export interface CallableDeployment extends Readonly<z.output<typeof callableDeployment>> {
  /** What it requires of a request, and the members that its extension declares. Default: what the interface shows. */
  readonly deployment?:
    | { readonly conventions: Pick<Conventions, 'requiredRequestFields' | 'extend'> }
    | undefined;
}

/** Throws a UsageError unless the value is a local deployment, for example for a promise of one or a plain profile. */
export function assertLocalDeployment(local: unknown): asserts local is CallableDeployment {
  const { error } = callableDeployment.safeParse(local);
  if (!error) return;
  const what = local instanceof Promise ? 'a promise: await it' : formatValue(local);
  throw new UsageError(
    `localCalls expects a local deployment from startLocalDeployment, connectLocalDeployment or localDeployment, got ${what}`,
    error.issues.map(({ path, message }) => `${pathText(path) || 'the deployment'}: ${message}`),
  );
}

/** A request of which a case determines the call and the assets. */
export interface CaseRequest extends LooseSimulationRequest {
  readonly alphaCallParams: CallParams;
  readonly betaAssets: BetaAsset[];
}

/** A kind of call with a known outcome. */
export interface LocalCase {
  readonly call: Arbitrary<CallParams>;
  /** Default: {@link deliverableAssets}. */
  readonly assets?: Arbitrary<BetaAsset[]> | undefined;
  /** The executor. Default: an allowed one. */
  readonly executor?: Arbitrary<string | undefined>;
  /** Whether a generated request belongs to the case. Default: always. */
  readonly belongs?: (request: CaseRequest) => boolean;
  /** Why it must fail. Default: it must simulate successfully. */
  readonly failure?: (
    request: CaseRequest,
  ) => readonly [reason: LocalCallFailure['reason'], explanation: string];
}

/**
 * Returns an arbitrary of the calls of a case: of sample accounts and others, with an executor who may deliver, unless one is
 * given, little data and known tokens; every other field is any valid text.
 */
export function localCase(
  local: CallableDeployment,
  {
    call,
    assets = deliverableAssets(local),
    executor: executorAddress = fc.constantFrom(undefined, '', ...local.executors),
    belongs = () => true,
    failure,
  }: LocalCase,
): Arbitrary<LocalCall> {
  const conventions = conventionsOf(local);
  const requests = requestsWith({
    alphaCallParams: withExtendedMembers(call, 'alphaCallParams.', conventions),
    betaAssets: assets,
    betaCaller: constantsOr(local.accounts, betaAddress(), 1),
    executorAddress,
    extraData: constantsOr([undefined], hexBytes({ maxLength: 64 }), 1),
    feeAssetAddress: fc.constantFrom(undefined, '', ...local.tokens.map(({ beta }) => beta)),
    conventions,
  }) as Arbitrary<CaseRequest>;
  const complete = requests.map(
    (request) => withDefaults(request, conventions.requiredRequestFields) as CaseRequest,
    (value) => value as CaseRequest,
  );
  const failureOf = (request: CaseRequest): LocalCallFailure | undefined => {
    if (failure === undefined) return undefined;
    const [reason, explanation] = failure(request);
    return { reason, explanation };
  };
  return complete.filter(belongs).map(
    (request) => ({ request: request as SimulationRequest, failure: failureOf(request) }),
    (value) => {
      const { request, failure: given } = value as { request: CaseRequest; failure: LocalCall['failure'] };
      // A failure that belongs to another case, or none.
      if (!isDeepStrictEqual(failureOf(request), given)) throw new TypeError('not a call of this case');
      return request;
    },
  );
}

function conventionsOf({
  deployment: { conventions } = { conventions: defaultConventions },
}: CallableDeployment): Pick<Conventions, 'requiredRequestFields' | 'extend'> {
  return conventions;
}

/** Returns an arbitrary of calls of a target, with the given arguments or none. Method names are those of {@link methodSpelling}. */
export function callOf(
  target: string | Arbitrary<string>,
  methods: readonly string[] | Arbitrary<string>,
  encoded?: Arbitrary<string>,
): Arbitrary<CallParams> {
  return members<CallParams>({
    target: typeof target === 'string' ? fc.constant(target) : target,
    arguments: encoded ?? fc.constantFrom(undefined, '0x'),
    methodName: methods instanceof fc.Arbitrary ? methods : methodSpelling(...methods),
  });
}

/** Returns an arbitrary of the two names of each method: bare, and with the parameters that every method has. Source: practice. */
export function methodSpelling(...names: readonly string[]): Arbitrary<string> {
  return fc.constantFrom(...names.flatMap((name) => [name, name + methodParameters]));
}

/** Returns the bare name of a method. */
export function bareName(methodName = ''): string {
  return methodName.endsWith(methodParameters) ? methodName.slice(0, -methodParameters.length) : methodName;
}

/** Far below the initial holdings of pools and reserve, 10^24, even if tests submit many such calls. */
const modestAmount = decimal(64, [53, 63]);
/** Several of these do not overflow a token's supply. */
const largeAmount = decimal(128, [53, 63, 64]);

/** Returns an arbitrary of assets of some tokens, in every form of its address; by default of at most 2^64−1 base units. */
export function assetOf(
  local: CallableDeployment,
  tokens: readonly CallableToken[] = local.tokens,
  amount: Arbitrary<string> = modestAmount,
): Arbitrary<BetaAsset> {
  return assetWith(local, { amount, tokenAddress: fc.constantFrom(...tokens.flatMap(spellings)) });
}

/** Returns an arbitrary of assets of an amount and a token, with the members that the deployment has beyond the interface. */
export function assetWith(
  local: CallableDeployment,
  { amount, tokenAddress }: { readonly [Name in keyof BetaAsset]-?: Arbitrary<BetaAsset[Name]> },
): Arbitrary<BetaAsset> {
  const assets = members<BetaAsset>({ amount, tokenAddress });
  return withExtendedMembers(assets, 'betaAssets[].', conventionsOf(local));
}

/** Returns an arbitrary of none to four assets that the layer delivers, the same token more than once among them. */
export function deliverableAssets(local: CallableDeployment): Arbitrary<BetaAsset[]> {
  const bridged = local.tokens.filter(({ kind }) => kind === 'bridged');
  return fc.array(fc.oneof(assetOf(local), assetOf(local, bridged, largeAmount)), { maxLength: 4 });
}

/** Returns the token of an asset. */
export function tokenOf(tokens: readonly CallableToken[], { tokenAddress }: BetaAsset): CallableToken {
  const raw = rawBetaAddress(tokenAddress ?? '');
  const token = tokens.find(({ beta }) => beta === raw);
  if (token === undefined) throw new TypeError('no token of the deployment');
  return token;
}

function spellings({ beta }: CallableToken): (string | undefined)[] {
  const parsed = parseBetaAddress(beta);
  if (parsed === undefined) return [undefined, beta];
  return [beta, ...friendlyForms.map((form) => formatBetaAddress({ ...parsed, form }))];
}
