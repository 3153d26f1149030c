import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';
import { alphaAddressIssue, isBetaAddress } from '../../contract/addresses.js';
import {
  type CallParams,
  type LooseSimulationRequest,
  type RequestFieldPath,
  requestFieldPaths,
  type SimulationRequest,
} from '../../contract/simulation-request.js';
import { optionName } from '../../internal/option-names.js';
import { checkedValue, type OptionIssue, text, usageError } from '../../internal/options.js';
import {
  constraintShape,
  conventionsOf,
  type ForDeployment,
  isInside,
  type SimulationRequestConstraints,
} from '../endpoint/request-constraints.js';
import { requestsOf } from '../endpoint/simulation-request.js';
import { nonEmptyList, parseArbitraryOptions } from '../values/options.js';
import { type CallAbi, type CallFunction, readAbi, readSignature } from './abi.js';
import { encodedArguments } from './abi-values.js';

const alphaAddress = checkedValue<string>(alphaAddressOptionIssue);
const betaAddress = checkedValue<string>(betaAddressIssue);
const anyAddress = text();
const jsonAbi = checkedValue<CallAbi>((value) => {
  if (Array.isArray(value)) return undefined;
  const isArtifact = typeof value === 'object' && value !== null && 'abi' in value;
  return isArtifact ? 'must be the list in its member abi' : 'must be the list of a JSON ABI';
});

/** An address, or none. */
function orEmpty(address: z.ZodType<string>): z.ZodType<string, string> {
  return checkedValue<string>((value) =>
    value === '' ? undefined : address.safeParse(value).error?.issues[0]?.message,
  );
}

function alphaAddressOptionIssue(value: unknown): string | undefined {
  if (typeof value === 'string' && isBetaAddress(value))
    return 'must be an address of the destination chain, 0x and 40 hex digits, not of the source chain';
  return typeof value === 'string' ? alphaAddressIssue(value) : 'must be 0x and 40 hex digits';
}

function betaAddressIssue(value: unknown): string | undefined {
  if (typeof value === 'string' && isBetaAddress(value)) return undefined;
  const isAlpha = typeof value === 'string' && alphaAddressIssue(value) === undefined;
  return `must be an address of the source chain, friendly or workchain:64 hex${isAlpha ? ', not of the destination chain' : ''}`;
}

const ownShape = {
  /** The contract, an address of the destination chain. */
  target: alphaAddress,
  /** Its function, such as `swap(address tokenOut, uint256 minimumOutput)`: of the arguments, without the header. */
  signature: text().optional(),
  /** A JSON ABI, of which every function is a choice. */
  abi: jsonAbi.optional(),
  /** Functions of `abi` to call, by name or, if overloaded, by signature: `swap(address,uint256)`. Default: all. */
  functions: nonEmptyList(text()).optional(),
  /** Addresses of the destination chain to prefer for arguments. Default: `target`; the zero address comes too. */
  addresses: nonEmptyList(alphaAddress).optional(),
  /** Source-chain tokens for the assets; `''` is the native coin. Default: any. */
  tokens: nonEmptyList(orEmpty(betaAddress)).optional(),
  /** Source-chain addresses to call from. Default: any. */
  accounts: nonEmptyList(betaAddress).optional(),
  /** Who executes, or `''`. Default: absent or `''`, which lets the deployment choose. */
  executor: orEmpty(alphaAddress).optional(),
};

type OwnOptions = Readonly<z.input<z.ZodObject<typeof ownShape>>>;

/** Fields that have an option of another name here, too far from theirs to be guessed. */
const optionOf = {
  alphaCallParams: 'target and signature',
  'alphaCallParams.target': 'target',
  'alphaCallParams.arguments': 'signature or abi',
  'alphaCallParams.methodName': 'signature or abi',
  'betaAssets[].tokenAddress': 'tokens',
  betaCaller: 'accounts',
  executorAddress: 'executor',
} as const satisfies Partial<Record<RequestFieldPath, string>>;

const isDecided = (name: string): name is keyof typeof optionOf => Object.hasOwn(optionOf, name);
const constrainable = requestFieldPaths.filter(
  (path) => !isDecided(path) && !isInside(path, 'alphaCallParams'),
);

/** Which contract is called, and with what. The constraints of all other fields are those of `simulationRequest`. */
interface CallToTarget
  extends Omit<SimulationRequestConstraints, keyof typeof optionOf | `alphaCallParams.${string}`>,
    Omit<OwnOptions, 'signature' | 'abi' | 'functions'> {}

/** Options of `callTo` for one function. */
export interface CallBySignature extends CallToTarget {
  /** The function, such as `swap(address tokenOut, uint256 minimumOutput)`: of the arguments, without the header. */
  readonly signature: string;
  readonly abi?: undefined;
  readonly functions?: undefined;
}

/** Options of `callTo` for the functions of an ABI. */
export interface CallByAbi extends CallToTarget {
  /** A JSON ABI, of which every function is a choice. */
  readonly abi: CallAbi;
  /** Functions of `abi` to call, by name or, if overloaded, by signature: `swap(address,uint256)`. Default: all. */
  readonly functions?: OwnOptions['functions'];
  readonly signature?: undefined;
}

/** Which contract `callTo` calls, and how: with a `signature`, or with an `abi`. */
export type CallToOptions = CallBySignature | CallByAbi;

const callOptions = z.strictObject({ ...ownShape, ...constraintShape(constrainable) });

/**
 * Returns an arbitrary of requests that call one contract: the method's bare name, and arguments generated from the ABI type by type,
 * with the boundaries of each, then encoded. They shrink inside the typed arguments, and keep their function.
 * `arguments` is the ABI encoding of the argument tuple, which the destination chain hands to `name(bytes,bytes)`
 * behind a header: give the types of the arguments, not `(bytes,bytes)`. Section 2.1, `alphaCallParams`; names and
 * encoding are practice.
 *
 * @throws {UsageError} when an option is unknown, bad or contradicts another, with the parser's reason for a signature.
 * @example
 * import { callTo } from 'crosscheck/arbitraries';
 *
 * const swaps = callTo({
 *   target: '0x00000000000000000000000000000000000000aa',
 *   signature: 'swap(address tokenOut, uint256 minimumOutput)',
 *   addresses: ['0x00000000000000000000000000000000000000bb'],
 *   tokens: [''],
 * });
 */
export function callTo<Request extends LooseSimulationRequest = SimulationRequest>(
  options: CallToOptions & ForDeployment<Request>,
): Arbitrary<Request> {
  assertCallOptions(options);
  const { target, signature, abi, functions, addresses, tokens, accounts, executor, ...constraints } =
    options;
  const { requiredRequestFields } = conventionsOf(constraints);
  const isRequired = (path: (typeof requiredRequestFields)[number]) => requiredRequestFields.includes(path);
  const chosen = signature === undefined ? readAbi(abi as CallAbi, functions) : [readSignature(signature)];

  return requestsOf('callTo', {
    ...constraints,
    alphaCallParams: callsOf(chosen, target, addresses),
    betaCaller: accounts && fc.constantFrom(...accounts),
    executorAddress: executor ?? fc.constantFrom(...(isRequired('executorAddress') ? [] : [undefined]), ''),
    'betaAssets[].tokenAddress':
      tokens && fc.constantFrom(...spellings(tokens, isRequired('betaAssets[].tokenAddress'))),
  }) as Arbitrary<Request>;
}

function callsOf(
  functions: readonly CallFunction[],
  target: string,
  addresses: readonly string[] | undefined,
): Arbitrary<CallParams> {
  const known = addresses ?? (alphaAddressIssue(target) === undefined ? [target] : []);
  return fc.oneof(...functions.map((called) => callsOfFunction(called, target, known)));
}

/** Calls of one function; they shrink inside the typed arguments. */
function callsOfFunction(
  { name, types }: CallFunction,
  target: string,
  known: readonly string[],
): Arbitrary<CallParams> {
  return encodedArguments(types, known).map(
    (text) => ({ target, arguments: text, methodName: name }),
    (value) => {
      const { target: to, arguments: text = '0x', methodName, ...others } = (value ?? {}) as CallParams;
      const isTarget = typeof to === 'string' && to.toLowerCase() === target.toLowerCase();
      if (!isTarget || methodName !== name || Object.keys(others).length > 0)
        throw new TypeError(`not a call of ${name} at ${target}`);
      return text;
    },
  );
}

/** The native coin may be omitted or named. Source: practice. */
function spellings(tokens: readonly string[], isRequired: boolean): (string | undefined)[] {
  return tokens.includes('') && !isRequired ? [undefined, ...tokens] : [...tokens];
}

/** Where formats are open, addresses of the request have a form that only the deployment knows. */
const openCallOptions = callOptions.extend({
  target: anyAddress,
  tokens: nonEmptyList(orEmpty(anyAddress)).optional(),
  accounts: nonEmptyList(anyAddress).optional(),
  executor: orEmpty(anyAddress).optional(),
});

/** Throws a UsageError that names each invalid option of `callTo`. */
function assertCallOptions(options: CallToOptions): void {
  const decided = decidedIssues(options);
  if (decided.length > 0) throw usageError(`${optionName('callTo')} has invalid options`, decided);
  const isOpen = conventionsOf(options ?? {}).requestValidation === 'off';
  parseArbitraryOptions('callTo', isOpen ? openCallOptions : callOptions, options, () =>
    contradictionIssues(options),
  );
}

function decidedIssues(options: CallToOptions): OptionIssue[] {
  return Object.keys(options ?? {})
    .filter(isDecided)
    .map((name) => ({ path: name, message: `is not an option: it is decided by ${optionOf[name]}` }));
}

function contradictionIssues(options: CallToOptions): OptionIssue[] {
  const pairs: [name: keyof CallToOptions, other: keyof CallToOptions, why: string][] = [
    ['signature', 'abi', 'which has functions of its own'],
    ['functions', 'signature', 'which is one function; functions chooses from abi'],
    ['tokens', 'betaAssets', 'which already decides it'],
  ];
  const { signature, abi } = options;
  const missing = { path: 'signature', message: 'must be given, or abi' };
  const contradictions = pairs
    .filter(([name, other]) => options[name] !== undefined && options[other] !== undefined)
    .map(([name, other, why]) => ({ path: name, message: `contradicts ${other}, ${why}` }));
  return signature === undefined && abi === undefined ? [missing, ...contradictions] : contradictions;
}
