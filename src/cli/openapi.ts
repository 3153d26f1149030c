import type { Command } from 'commander';
import {
  defineResolved,
  type FlagOptions,
  neutralKnownRequest,
  resolveOptions,
} from '../configuration/resolve.js';
import { defaultConventions } from '../contract/conventions.js';
import { neutralChains } from '../contract/dialect.js';
import { type DescribedDeployment, serviceDocument } from '../endpoint/openapi.js';
import { choice } from '../internal/options.js';
import { exampleRequests } from '../local/model/example-requests.js';
import type { CommandContext } from './command/cli-context.js';
import { addFlags, flagSet, givenOptions } from './command/flags.js';
import { jsonFlag, outputFlags, writeOutput } from './command/output.js';
import { selectionOf, type Target, targetFlags, targetOf } from './command/target.js';

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

const jsonFlags = jsonFlag('print the document as one line of JSON');
const outFlags = outputFlags({});
const documentFlags = flagSet('Document', {
  purpose: choice('generate', 'validate').meta({
    flag: '--purpose <purpose>',
    description:
      'generate: every request that fits the schema is valid; validate: every valid request fits the schema (default: generate)',
  }),
});

/** Makes a command `crosscheck openapi`. */
export function configureOpenapi(command: Command, context: CommandContext): void {
  command
    .description(
      'Print the OpenAPI 3.1 document of a deployment: both endpoints, and those that its configuration defines.',
    )
    .addHelpText('after', examples);
  addFlags(command, jsonFlags, outFlags, documentFlags, targetFlags);
  command.action(() => runOpenapi(command, context));
}

/** Prints the document of a deployment, or writes it to a file. */
async function runOpenapi(command: Command, context: CommandContext): Promise<void> {
  const { deployment, endpoints } = await describedTarget(command, context);
  const document = serviceDocument(deployment, endpoints, givenOptions(command, documentFlags));
  const indent = givenOptions(command, jsonFlags).json ? undefined : 2;
  await writeOutput(
    `${JSON.stringify(document, undefined, indent)}\n`,
    givenOptions(command, outFlags),
    context,
  );
}

interface DescribedTarget extends Pick<Target, 'endpoints'> {
  readonly deployment: DescribedDeployment;
}

// A reserved name that no host has (RFC 2606).
const nowhere = 'http://nowhere.invalid';

/** Returns the selected deployment. If there is none, or only tests start it, returns one with a placeholder URL. */
async function describedTarget(command: Command, context: CommandContext): Promise<DescribedTarget> {
  const { env } = context;
  const { deployment, control, flags, loaded } = await selectionOf(command, { env });
  if (control !== undefined) return await localTarget(command, context);
  // No request is sent, so no credentials are needed.
  const resolved = resolveOptions(loaded, { deployment, flags, env }, false);
  if (resolved === undefined || resolved.isLocal)
    return {
      deployment: describedWithoutUrls({ extend: loaded?.extension?.extend, ...flags }, env),
      endpoints: [],
    };
  const { request, operationIds, endpoints = [] } = resolved.configured;
  const defined = defineResolved(resolved);
  const requests = request && { 'a known request': neutralKnownRequest(request, defined) };
  return { deployment: { ...defined, requests, operationIds }, endpoints };
}

/** Returns a running local deployment with its own examples. */
async function localTarget(command: Command, context: CommandContext): Promise<DescribedTarget> {
  const { deployment, local, endpoints } = await targetOf(command, context);
  if (local === undefined) return { deployment, endpoints };
  const newest = await local.operations({ limit: 3 });
  const operationIds = newest.map(({ operationId }) => operationId);
  return { deployment: { ...deployment, requests: exampleRequests(local), operationIds }, endpoints };
}

/** Returns the options of flags and environment for a deployment, without its URLs. */
function describedWithoutUrls(flags: FlagOptions, env: CommandContext['env']): DescribedDeployment {
  const withoutUrls = {
    CROSSCHECK_DEPLOYMENT: undefined,
    CROSSCHECK_EXTEND: undefined,
    CROSSCHECK_SIMULATOR_URL: nowhere,
    CROSSCHECK_OBSERVER_URL: nowhere,
  };
  const resolved = resolveOptions(undefined, { flags, env: { ...env, ...withoutUrls } });
  if (resolved === undefined) return { chains: neutralChains, conventions: defaultConventions };
  const { name, chains, conventions } = defineResolved(resolved);
  return { name: name === new URL(nowhere).host ? undefined : name, chains, conventions };
}
