import { alphaAddressFault, isBetaAddress } from '../../contract/addresses.js';
import { nonEmptyText, type OptionFault, type OptionRule, refuseFaults } from '../../internal/options.js';
import { profileRules } from '../drawing/profile-options.js';
import { nonEmptyListOf, refuseOptions } from '../drawing/refuse-options.js';
import {
  constraintRule,
  conventionsOf,
  type SimulationRequestConstraints,
} from '../request/request-constraints.js';
import type { CallAbi } from './abi/read-abi.js';

type FieldConstraints = Pick<
  SimulationRequestConstraints,
  | 'shardsKey'
  | 'betaAssets'
  | 'betaAssets[].amount'
  | 'extraData'
  | 'feeAssetAddress'
  | 'conventions'
  | 'deployment'
>;

/**
 * Which contract is called, and how. One of `signature` and `abi` is needed. The constraints of fields are those of
 * `simulationRequest`.
 */
export interface CallToOptions extends FieldConstraints {
  /** The contract, an address of the destination chain. */
  readonly target: string;
  /** Its function, such as `swap(address tokenOut, uint256 minimumOutput)`: of the arguments, without the header. */
  readonly signature?: string | undefined;
  /** A JSON ABI, of which every function is a choice. */
  readonly abi?: CallAbi | undefined;
  /** Functions of `abi` to call, by name or, if overloaded, by signature: `swap(address,uint256)`. Default: all. */
  readonly functions?: readonly string[] | undefined;
  /** Addresses of the destination chain to prefer for arguments. Default: `target`; the zero address comes too. */
  readonly addresses?: readonly string[] | undefined;
  /** Source-chain tokens to draw the assets from; `''` is the native coin. Default: any. */
  readonly tokens?: readonly string[] | undefined;
  /** Source-chain addresses to call from. Default: any. */
  readonly callers?: readonly string[] | undefined;
  /** Who executes, or `''`. Default: absent or `''`, which lets the deployment choose. */
  readonly executor?: string | undefined;
}

const alphaAddress: OptionRule = (value) => {
  if (typeof value === 'string' && isBetaAddress(value))
    return 'must be an address of the destination chain, 0x and 40 hex digits, not of the source chain';
  return typeof value === 'string' ? alphaAddressFault(value) : 'must be 0x and 40 hex digits';
};
const betaAddress: OptionRule = (value) => {
  if (typeof value === 'string' && isBetaAddress(value)) return undefined;
  const isAlpha = typeof value === 'string' && alphaAddressFault(value) === undefined;
  return `must be an address of the source chain, friendly or workchain:64 hex${isAlpha ? ', not of the destination chain' : ''}`;
};
const jsonAbi: OptionRule = (value) => {
  if (Array.isArray(value)) return undefined;
  const isArtifact = typeof value === 'object' && value !== null && 'abi' in value;
  return isArtifact ? 'must be the list in its member abi' : 'must be the list of a JSON ABI';
};
const orEmpty =
  (rule: OptionRule): OptionRule =>
  (value) =>
    value === '' ? undefined : rule(value);

/** Throws a UsageError that names each bad option of `callTo`. */
export function refuseCallOptions(options: CallToOptions): void {
  // Where formats are open, addresses of the request have a form that only the deployment knows.
  const isOpen = conventionsOf(options ?? {}).requestValidation === 'off';
  const alpha = isOpen ? nonEmptyText : alphaAddress;
  const beta = isOpen ? nonEmptyText : betaAddress;
  const rules: Record<keyof CallToOptions, OptionRule> = {
    target: alpha,
    signature: nonEmptyText,
    abi: jsonAbi,
    functions: nonEmptyListOf(nonEmptyText),
    addresses: nonEmptyListOf(alphaAddress),
    tokens: nonEmptyListOf(orEmpty(beta)),
    callers: nonEmptyListOf(beta),
    executor: orEmpty(alpha),
    shardsKey: constraintRule,
    betaAssets: constraintRule,
    'betaAssets[].amount': constraintRule,
    extraData: constraintRule,
    feeAssetAddress: constraintRule,
    conventions: profileRules.conventions,
    deployment: profileRules.deployment,
  };
  refuseFaults('callTo was given bad options', decided(options));
  refuseOptions('callTo', options, rules);
  refuseFaults('callTo was given bad options', [...missing(options), ...contradictions(options)]);
}

/** Fields that have an option of another name here, too far from theirs to be guessed. */
const optionOf: Readonly<Record<string, string>> = {
  alphaCallParams: 'target and signature',
  'alphaCallParams.target': 'target',
  'alphaCallParams.arguments': 'signature or abi',
  'alphaCallParams.methodName': 'signature or abi',
  'betaAssets[].tokenAddress': 'tokens',
  betaCaller: 'callers',
  executorAddress: 'executor',
};

function decided(options: CallToOptions): OptionFault[] {
  return Object.keys(options ?? {})
    .filter((name) => Object.hasOwn(optionOf, name))
    .map((name) => ({ path: name, message: `is not an option: it is decided by ${optionOf[name]}` }));
}

function missing({ target, signature, abi }: CallToOptions): OptionFault[] {
  const faults: OptionFault[] = [];
  if (target === undefined) faults.push({ path: 'target', message: 'must be given' });
  if (signature === undefined && abi === undefined)
    faults.push({ path: 'signature', message: 'must be given, or abi' });
  return faults;
}

function contradictions(options: CallToOptions): OptionFault[] {
  const pairs: [name: keyof CallToOptions, other: keyof CallToOptions, why: string][] = [
    ['signature', 'abi', 'which has functions of its own'],
    ['functions', 'signature', 'which is one function; functions chooses from abi'],
    ['tokens', 'betaAssets', 'which already decides it'],
    ['betaAssets[].amount', 'betaAssets', 'which already decides it'],
  ];
  return pairs
    .filter(([name, other]) => options[name] !== undefined && options[other] !== undefined)
    .map(([name, other, why]) => ({ path: name, message: `contradicts ${other}, ${why}` }));
}
