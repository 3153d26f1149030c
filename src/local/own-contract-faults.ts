import { alphaAddressFault } from '../contract/alpha-address.js';
import type { OptionFault } from '../internal/options.js';
import type { LocalDeploymentOptions } from './local-deployment.js';

/** Holds the contracts, tokens and accounts of a deployment's options against one another. */
export function ownContractFaults({
  deploy = [],
  tokens = [],
}: Pick<LocalDeploymentOptions, 'deploy' | 'tokens'>): OptionFault[] {
  const contracts = deploy.map(({ name }) => name);
  return [
    ...repeated(contracts, 'deploy'),
    ...repeated(
      tokens.map(({ name }) => name),
      'tokens',
    ),
    ...tokens.flatMap(({ alpha }, index) => {
      if (alpha === undefined || contracts.includes(alpha)) return [];
      const fault = alpha.startsWith('0x')
        ? alphaAddressFault(alpha)
        : 'must be an address, or the name of a contract in deploy';
      return fault === undefined
        ? []
        : [{ path: `tokens[${index}].alpha`, message: `${fault}, got ${alpha}` }];
    }),
  ];
}

function repeated(names: readonly string[], option: string): OptionFault[] {
  return names.flatMap((name, index) => {
    const first = names.indexOf(name);
    return first === index
      ? []
      : [{ path: `${option}[${index}].name`, message: `is the name of ${option}[${first}], too` }];
  });
}
