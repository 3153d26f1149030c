import type { Command } from 'commander';
import type { CommandContext } from '../cli-context.js';
import { addFlags } from '../flag.js';
import { recordingFlags } from '../target/recording-flags.js';
import { targetFlags } from '../target/target-flags.js';

const examples = `
The request has the neutral names of the chains or those of the deployment, member by member. Credentials are given by
the configuration, CROSSCHECK_AUTHORIZATION or CROSSCHECK_HEADERS, and are printed nowhere.

Exit codes:
  0  the verdict is true: the call would succeed
  1  the verdict is false
  2  usage error: a flag, or a request that is not valid, of which nothing was sent
  3  no verdict came: the deployment cannot be reached, rejected, or answered something else

Examples:
  $ crosscheck simulate request.json --control-url http://127.0.0.1:8082
  $ crosscheck simulate request.json --simulator-url https://staging.example.org --chains evm,tvm
  $ jq .request finding.json | crosscheck simulate - --json | jq .response.estimatedGas`;

/** Makes a command `crosscheck simulate`. Its parts are loaded when it runs. */
export function configureSimulate(command: Command, context: CommandContext): void {
  command
    .description('Simulate one cross-chain call and print its verdict, its gas and fee, and its messages.')
    .argument(
      '[file]',
      'the request as JSON, - for the standard input (default: what is piped in, else that of the configuration)',
    )
    .option('--json', 'print one line of JSON: verdict, response, durationMs, attempts')
    .addHelpText('after', examples);
  addFlags(command, 'Deployment:', targetFlags);
  addFlags(command, 'Recording:', recordingFlags);
  command.action(async (file: string | undefined) => {
    const { runSimulate } = await import('../simulate/run-simulate.js');
    await runSimulate(file, command, context);
  });
}
