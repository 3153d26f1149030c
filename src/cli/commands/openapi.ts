import type { Command } from 'commander';
import type { CommandContext } from '../cli-context.js';
import { addFlags } from '../flag.js';
import { mergeFlags } from '../report/report-flags.js';
import { targetFlags } from '../target/target-flags.js';

const examples = `
It has the names, paths and conventions of the deployment, and the operations that the configuration defines. Without a
deployment its servers are variables. Nothing is asked of the service, but of a local deployment what it is.

Examples:
  $ crosscheck openapi --chains evm,tvm --out openapi.json
  $ crosscheck openapi --control-url http://127.0.0.1:8082
  $ crosscheck openapi --json | jq '.paths | keys'`;

/** Makes a command `crosscheck openapi`. Its parts are loaded when it runs. */
export function configureOpenapi(command: Command, context: CommandContext): void {
  command
    .description(
      'Print the OpenAPI 3.1 document of a deployment: both operations, and those of its configuration.',
    )
    .option('--json', 'print it as one line of JSON')
    .addHelpText('after', examples);
  addFlags(command, 'Output:', mergeFlags);
  command.option('--force', 'write over a file that is there');
  addFlags(command, 'Deployment:', targetFlags);
  command.action(async () => {
    const { runOpenapi } = await import('../openapi/run-openapi.js');
    await runOpenapi(command, context);
  });
}
