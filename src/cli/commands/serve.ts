import type { Command } from 'commander';
import type { CliContext } from '../cli-context.js';
import { addFlags } from '../flag.js';
import { serveFlags } from '../serve/serve-flags.js';
import { integer } from '../values/integer.js';

const examples = `
Durations are in milliseconds, or have a unit: 500, 30s, 2m. Amounts are in base units: 5000000, 1e18.
SIGINT or SIGTERM stops the deployment, also while it starts; a second signal ends it at once.

Exit codes:
  0  stopped, or the faults were listed
  2  usage error: a flag, or a file that it names, is invalid
  3  the deployment cannot run: a port is in use, the EVM is missing or has exited, or a node cannot be reached

Examples:
  $ crosscheck serve --chains evm,tvm --port 8080 --control-port 8081
  $ crosscheck serve --json --clock manual --account EQDKysrK… --fund 0xf39F…2266=1e18,RED
  $ crosscheck serve --fork https://node.example.org --deploy 'Vault=out/Vault.sol/Vault.json({"layer":true})'
  $ crosscheck serve --profile realistic --fault delay,ms=500,probability=0.5 --fault html,times=3`;

/** Makes a command `crosscheck serve`. Its parts are loaded when it runs. */
export function configureServe(command: Command, context: CliContext): void {
  command
    .description('Run a local deployment of the service: simulator, observer and control, on a real EVM.')
    .option('--json', 'print one line of JSON')
    .option('--list-faults', 'print the faults for --fault (where, default of ms, effect), and exit')
    .addHelpText('after', examples);
  addFlags(command, 'Addresses:', {
    port: {
      usage: '--port <port>',
      about: 'one port for both simulator and observer, or 0 for a free port for each',
      read: integer(0, 65_535),
    },
  });
  for (const [option, flag] of Object.entries(serveFlags))
    addFlags(command, `${flag.heading}:`, { [option]: flag });
  command.action(async () => {
    if (command.getOptionValue('listFaults')) {
      const { listFaults } = await import('../serve/list-faults.js');
      context.stdout.write(listFaults({ json: command.getOptionValue('json') === true }));
    } else {
      // Before anything is loaded, so that an early signal stops it as cleanly as a late one.
      const stopped = context.untilStopped();
      const { runServe } = await import('../serve/run-serve.js');
      await runServe(command, context, stopped);
    }
  });
}
