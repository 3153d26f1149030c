import type { Command } from 'commander';
import type { LocalCaller } from '../../local/local-caller.js';
import type { LocalDeploymentOptions } from '../../local/local-deployment.js';
import { givenOptions } from '../flag.js';
import { serveFlags } from './serve-flags.js';

/** The options of the deployment that a command line asks for. `--port` gives way to a port of its own. */
export function serveOptions(command: Command): LocalDeploymentOptions {
  const port: number | undefined = command.getOptionValue('port');
  const given: LocalDeploymentOptions = givenOptions(command, serveFlags);
  return {
    ...(port === undefined ? {} : { simulatorPort: port, observerPort: port }),
    ...given,
    ...(given.callers === undefined ? {} : { callers: mergedCallers(given.callers) }),
  };
}

/** A caller that is given twice has the balances of both. */
function mergedCallers(callers: readonly LocalCaller[]): LocalCaller[] {
  const byAddress = new Map<string, LocalCaller>();
  for (const caller of callers) {
    const earlier = byAddress.get(caller.address)?.balances;
    const balances = earlier && caller.balances ? { ...earlier, ...caller.balances } : caller.balances;
    byAddress.set(caller.address, balances === undefined ? caller : { ...caller, balances });
  }
  return [...byAddress.values()];
}
