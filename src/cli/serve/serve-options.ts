import type { Command } from 'commander';
import { UsageError } from '../../errors.js';
import { sampleTokens } from '../../local/evm/layer/deploy-contracts.js';
import type { LocalAccount } from '../../local/local-account.js';
import type { LocalDeploymentOptions } from '../../local/local-options.js';
import { givenOptions } from '../flag.js';
import { serveFlags } from './serve-flags.js';

/** Returns the options of the local deployment of a command line. `--simulator-port` and `--observer-port` take precedence over `--port`. */
export function serveOptions(command: Command): LocalDeploymentOptions {
  const port: number | undefined = command.getOptionValue('port');
  const given: LocalDeploymentOptions = givenOptions(command, serveFlags);
  const { accounts, tokens = [] } = given;
  return {
    ...(port === undefined ? {} : { simulatorPort: port, observerPort: port }),
    ...given,
    ...(accounts === undefined ? {} : { accounts: mergedAccounts(accounts, [...sampleTokens, ...tokens]) }),
  };
}

type NamedToken = { readonly name: string; readonly beta: string };

/** Merges the balances of an account that occurs twice. */
function mergedAccounts(accounts: readonly LocalAccount[], tokens: readonly NamedToken[]): LocalAccount[] {
  const byAddress = new Map<string, LocalAccount>();
  for (const { address, balances: named } of accounts) {
    const earlier = byAddress.get(address)?.balances;
    const balances = named && { ...earlier, ...byTokenAddress(named, tokens) };
    byAddress.set(address, balances ? { address, balances } : { address });
  }
  return [...byAddress.values()];
}

/** Replaces the names of tokens with their addresses. The deployment validates everything else. */
function byTokenAddress(
  balances: NonNullable<LocalAccount['balances']>,
  tokens: readonly NamedToken[],
): Record<string, bigint | string> {
  const byAddress = new Map<string, bigint | string>();
  for (const [token, amount] of Object.entries(balances)) {
    const beta = tokens.find(({ name }) => name === token)?.beta ?? token;
    if (byAddress.has(beta)) throw new UsageError(`--account must name the token ${token} once`);
    byAddress.set(beta, amount);
  }
  return Object.fromEntries(byAddress);
}
