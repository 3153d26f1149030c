import type { Command } from 'commander';
import type { CommandContext } from '../cli-context.js';
import { addFlags } from '../flag.js';
import { documentFlags } from '../openapi/document-flags.js';
import { addOutput } from '../report/add-output.js';
import { mergeFlags } from '../report/report-flags.js';
import { targetFlags } from '../target/target-flags.js';

const examples = `
The document has the names, paths and conventions of the deployment, the endpoints that the configuration defines, and its request
and operation ids as examples. Without a deployment, the servers are variables. The command sends nothing to the service and needs
no credentials. It only reads the settings of a local deployment from its control URL.

A JSON schema cannot verify the checksum of an address. By default the schema accepts the forms without a checksum and the addresses
of the examples, so that tools generate valid requests from it. To validate requests with it, add --purpose validate.

Exit codes:
  0  printed
  2  the configuration, the environment or a flag is invalid, or the file exists; the message says where
  3  no local deployment answers at the control URL

Examples:
  $ crosscheck openapi --chains evm,tvm --out openapi.json
  $ crosscheck openapi --control-url http://127.0.0.1:8082
  $ crosscheck openapi --json | jq '.paths | keys'`;

/** Makes a command `crosscheck openapi`. Its parts are loaded when it runs. */
export function configureOpenapi(command: Command, context: CommandContext): void {
  command
    .description(
      'Print the OpenAPI 3.1 document of a deployment: both endpoints, and those that its configuration defines.',
    )
    .option('--json', 'print the document as one line of JSON')
    .addHelpText('after', examples);
  addOutput(command, mergeFlags);
  addFlags(command, 'Document:', documentFlags);
  addFlags(command, 'Deployment:', targetFlags);
  command.action(async () => {
    const { runOpenapi } = await import('../openapi/run-openapi.js');
    await runOpenapi(command, context);
  });
}
