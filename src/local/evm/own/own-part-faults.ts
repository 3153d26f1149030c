import { alphaAddressFault } from '../../../contract/alpha-address.js';
import { formatBetaAddress, parseBetaAddress } from '../../../contract/beta-address.js';
import {
  nonEmptyText,
  type OptionFault,
  type OptionRule,
  oneOf,
  optionFaults,
} from '../../../internal/options.js';
import { sampleTokens } from '../layer/deploy-contracts.js';
import type { AccountToFund, ContractToDeploy, TokenToRegister } from './own-contracts.js';

/** What somebody adds to the destination chain. */
export interface OwnOptions {
  readonly deploy: readonly ContractToDeploy[];
  readonly tokens: readonly TokenToRegister[];
  readonly fund: readonly AccountToFund[];
}

const sampleNames = sampleTokens.map(({ name }) => name);
const addressRule: OptionRule = (value) =>
  typeof value === 'string' ? alphaAddressFault(value) : 'must be a destination-chain address';
const rawRule: OptionRule = (value) => {
  if (typeof value !== 'string' || parseBetaAddress(value) === undefined)
    return 'must be a source-chain address';
  return sampleTokens.some(({ beta }) => beta === rawAddress(value))
    ? 'is that of a token of ours'
    : undefined;
};
const amountRule: OptionRule = (value) =>
  (typeof value === 'bigint' && value >= 0n) || (typeof value === 'string' && /^(?:0|[1-9]\d*)$/.test(value))
    ? undefined
    : 'must be an amount in base units: a bigint or a decimal text';

/** Writes a source-chain address of any form in the raw one. */
export function rawAddress(text: string): string {
  const address = parseBetaAddress(text);
  return address ? formatBetaAddress({ ...address, form: 'raw' }) : text;
}

/** Finds what is wrong with what somebody wants to add, before anything runs. */
export function ownPartFaults({ deploy, tokens, fund }: OwnOptions): OptionFault[] {
  const contractNames = deploy.map(({ name }) => name);
  const tokenNames = [...sampleNames, ...tokens.map(({ name }) => name)];
  const under = (
    list: string,
    items: readonly object[],
    rules: Record<string, OptionRule>,
    required: string[],
  ) =>
    items.flatMap((item, index) => [
      ...required
        .filter((name) => (item as Record<string, unknown>)[name] === undefined)
        .map((name) => ({ path: `${list}[${index}].${name}`, message: 'is missing' })),
      ...optionFaults(item, rules, `${list}[${index}]`),
    ]);
  return [
    ...under('deploy', deploy, { name: once(contractNames), artifact: artifactRule, args: listRule }, [
      'name',
      'artifact',
    ]),
    ...under(
      'tokens',
      tokens,
      {
        name: once(tokenNames),
        beta: rawRule,
        kind: oneOf('bridged', 'reserve'),
        alpha: (value) => (contractNames.includes(value as string) ? undefined : addressRule(value)),
      },
      ['name', 'beta'],
    ),
    ...under('fund', fund, { address: addressRule, token: oneOf(...tokenNames), amount: amountRule }, [
      'address',
      'amount',
    ]),
    ...twice(
      'tokens',
      'beta',
      tokens.map(({ beta }) => rawAddress(`${beta}`)),
    ),
  ];
}

const artifactRule: OptionRule = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? undefined
    : nonEmptyText(value) && 'must be the path of an artifact, or its content';

const listRule: OptionRule = (value) => (Array.isArray(value) ? undefined : 'must be a list');

/** A name that stands only once among others. */
function once(names: readonly string[]): OptionRule {
  return (value) =>
    nonEmptyText(value) ?? (names.filter((name) => name === value).length > 1 ? 'is taken' : undefined);
}

function twice(list: string, member: string, values: readonly string[]): OptionFault[] {
  return values.flatMap((value, index) =>
    values.indexOf(value) === index
      ? []
      : [{ path: `${list}[${index}].${member}`, message: 'stands there twice' }],
  );
}
