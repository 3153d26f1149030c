import type { Command } from 'commander';
import type { CommandContext } from '../cli-context.js';
import { addFlags } from '../flag.js';
import { recordingFlags } from '../target/recording-flags.js';
import { targetFlags } from '../target/target-flags.js';

const examples = `
Each member of the request can have the neutral names of the chains or those of the deployment. Credentials come from the
configuration, CROSSCHECK_AUTHORIZATION or CROSSCHECK_HEADERS, and are never printed.

Exit codes:
  0  the verdict is true: the call would succeed
  1  the verdict is false
  2  usage error: an invalid flag, or an invalid request, which was not sent
  3  no verdict: the deployment cannot be reached, rejected the request, sent an unexpected or cached answer, or the command
     was stopped

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
      'the request as JSON, - for standard input (default: piped input, or the request of the configuration)',
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
