import type { Command } from 'commander';
import type { CommandContext } from '../cli-context.js';
import { addFlags } from '../flag.js';
import { documentFlags } from '../openapi/document-flags.js';
import { addOutput } from '../report/add-output.js';
import { mergeFlags } from '../report/report-flags.js';
import { targetFlags } from '../target/target-flags.js';

const examples = `
It has the names, paths and conventions of the deployment, the endpoints that the configuration defines, and the request and the
operation ids that it knows as examples. Without a deployment its servers are variables. Nothing is asked of the service, but of a
local deployment what it is; credentials are not needed.

A JSON schema cannot verify the checksum of an address. By default it accepts the forms without a checksum and the addresses of the
examples, so that what a tool generates from it is valid. To validate requests with it, add --purpose validate.

Exit codes:
  0  printed
  2  configuration, environment or a flag is invalid, or the file is there; it says where
  3  no local deployment answers at the control URL

Examples:
  $ crosscheck openapi --chains evm,tvm --out openapi.json
  $ crosscheck openapi --control-url http://127.0.0.1:8082
  $ crosscheck openapi --json | jq '.paths | keys'`;

/** Makes a command `crosscheck openapi`. Its parts are loaded when it runs. */
export function configureOpenapi(command: Command, context: CommandContext): void {
  command
    .description(
      'Print the OpenAPI 3.1 document of a deployment: both endpoints, and those of its configuration.',
    )
    .option('--json', 'print it as one line of JSON')
    .addHelpText('after', examples);
  addOutput(command, mergeFlags);
  addFlags(command, 'Document:', documentFlags);
  addFlags(command, 'Deployment:', targetFlags);
  command.action(async () => {
    const { runOpenapi } = await import('../openapi/run-openapi.js');
    await runOpenapi(command, context);
  });
}
