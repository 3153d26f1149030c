import type { Command } from 'commander';
import { defaultConventions } from '../../contract/conventions.js';
import { neutralChains } from '../../contract/dialect.js';
import { type DescribedDeployment, serviceDocument } from '../../contract/openapi.js';
import { loadConfig } from '../../deployment/load-config.js';
import {
  defineResolved,
  type FlagOptions,
  neutralKnownRequest,
  resolveOptions,
} from '../../deployment/resolve.js';
import { exampleRequests } from '../../local/example-requests.js';
import type { CommandContext } from '../cli-context.js';
import { givenOptions } from '../flag.js';
import { writeOutput } from '../report/write-output.js';
import { type Target, targetOf } from '../target/target.js';
import { targetFlags } from '../target/target-flags.js';
import type { TargetOptions } from '../target/target-options.js';
import { documentFlags } from './document-flags.js';

/** Prints the document of a deployment, or writes it to a file. */
export async function runOpenapi(command: Command, context: CommandContext): Promise<void> {
  const { deployment, endpoints } = await describedTarget(command, context);
  const document = serviceDocument(deployment, endpoints, givenOptions(command, documentFlags));
  const indent = command.getOptionValue('json') === true ? undefined : 2;
  await writeOutput(`${JSON.stringify(document, undefined, indent)}\n`, command, context);
}

interface DescribedTarget extends Pick<Target, 'endpoints'> {
  readonly deployment: DescribedDeployment;
}

// A reserved name that no host has (RFC 2606).
const nowhere = 'http://nowhere.invalid';

/** Returns the selected deployment. If there is none, or only tests start it, returns one with a placeholder URL. */
async function describedTarget(command: Command, context: CommandContext): Promise<DescribedTarget> {
  const { configFile, deployment, controlUrl, ...flags }: TargetOptions = givenOptions(command, targetFlags);
  if (controlUrl !== undefined) return await localTarget(command, context);
  const { env } = context;
  const loaded = await loadConfig({ env, file: configFile });
  // No request is sent, so no credentials are needed.
  const resolved = resolveOptions(loaded, { deployment, flags, env }, false);
  if (resolved === undefined || resolved.isLocal)
    return { deployment: describedWithoutUrls(flags, env), endpoints: [] };
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
    CROSSCHECK_SIMULATOR_URL: nowhere,
    CROSSCHECK_OBSERVER_URL: nowhere,
  };
  const resolved = resolveOptions(undefined, { flags, env: { ...env, ...withoutUrls } });
  if (resolved === undefined) return { chains: neutralChains, conventions: defaultConventions };
  const { name, chains, conventions } = defineResolved(resolved);
  return { name: name === new URL(nowhere).host ? undefined : name, chains, conventions };
}
