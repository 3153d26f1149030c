import { alphaAddressFault, rawBetaAddress } from '../contract/addresses.js';
import type { OptionIssue } from '../internal/options.js';
import { printValue } from '../internal/print.js';
import { sampleTokens } from './evm/layer/deploy-contracts.js';
import type { LocalDeploymentOptions } from './local-deployment.js';

type OwnOptions = Pick<LocalDeploymentOptions, 'deploy' | 'tokens' | 'fund' | 'layer'>;

/**
 * Holds the contracts, tokens and accounts of a deployment's options against one another, and against the tokens that
 * every deployment has; a layer that is found has others, which only it knows.
 */
export function ownContractFaults({ deploy = [], tokens = [], fund = [], layer }: OwnOptions): OptionIssue[] {
  const contracts = deploy.map(({ name }) => name);
  const ours = layer === undefined ? sampleTokens : [];
  const names = [...ours, ...tokens].map(({ name }) => name);
  return [
    ...taken('deploy', 'name', contracts),
    ...taken(
      'tokens',
      'name',
      tokens.map(({ name }) => name),
      ours.map(({ name }) => name),
    ),
    ...taken(
      'tokens',
      'beta',
      tokens.map(({ beta }) => rawBetaAddress(beta)),
      ours.map(({ beta }) => beta),
    ),
    ...tokens.flatMap(({ alpha }, index) => {
      if (alpha === undefined || contracts.includes(alpha)) return [];
      const fault = alpha.startsWith('0x')
        ? alphaAddressFault(alpha)
        : 'must be an address, or the name of a contract in deploy';
      return fault === undefined
        ? []
        : [{ path: `tokens[${index}].alpha`, message: `${fault}, got ${printValue(alpha)}` }];
    }),
    ...fund.flatMap(({ token }, index) =>
      token === undefined || layer !== undefined || names.includes(token)
        ? []
        : [
            {
              path: `fund[${index}].token`,
              message: `must be one of ${names.join(', ')}, got ${printValue(token)}`,
            },
          ],
    ),
  ];
}

/** Finds values that stand there twice, or are those of something of ours. */
function taken(
  list: 'deploy' | 'tokens',
  member: string,
  values: readonly string[],
  ours: readonly string[] = [],
): OptionIssue[] {
  return values.flatMap((value, index) => {
    const path = `${list}[${index}].${member}`;
    const first = values.indexOf(value);
    if (first !== index) return [{ path, message: `is the ${member} of ${list}[${first}], too` }];
    return ours.includes(value) ? [{ path, message: 'is that of a token of ours' }] : [];
  });
}
