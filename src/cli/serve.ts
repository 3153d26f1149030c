import type { Command } from 'commander';
import { parse } from 'lossless-json';
import { z } from 'zod';
import { loadExtension, modulePath } from '../configuration/load-config.js';
import {
  chainsFromEnv,
  controlUrlVariable,
  deploymentVariables,
  variableOf,
} from '../deployment/environment.js';
import { LocalDeploymentError, UsageError } from '../errors.js';
import { realClock } from '../internal/clock.js';
import { numberOrBigint } from '../internal/json.js';
import { readJsonFile } from '../internal/json-file.js';
import { boolean, integer, text } from '../internal/options.js';
import { formatDuration } from '../internal/print.js';
import { shellWord, textTable } from '../internal/terminal.js';
import type { EngineEndedError } from '../local/evm/anvil.js';
import { type KnownFault, knownFaults } from '../local/faults/known-faults.js';
import { type LocalDeploymentOptions, localOptions, localShape } from '../local/local-options.js';
import type { LocalDeployment } from '../local/start-local-deployment.js';
import type { CommandContext } from './command/cli-context.js';
import { addFlags, BadValue, flagNames, flagSet, givenOptions, moduleFlag, texts } from './command/flags.js';
import { readJson } from './command/request-file.js';
import { startLocal } from './command/start-local.js';
import { readChains } from './command/target.js';

const examples = `
Durations are in milliseconds, or have a unit: 500, 30s, 2m. The file of --options can have every option of
startLocalDeployment that JSON can express, such as contracts to deploy, tokens, accounts and faults. Flags take precedence.
SIGINT or SIGTERM stops the deployment, also while it starts; a second signal ends it at once.

Exit codes:
  0  stopped, or the faults were listed
  2  usage error: a flag, or a file that it names, is invalid
  3  the deployment cannot run: a port is in use, the EVM is missing or has exited, or a node cannot be reached

Examples:
  $ crosscheck serve --chains evm,tvm --port 8080 --control-port 8081
  $ crosscheck serve --json --clock manual --options local.json
  $ crosscheck serve --fork https://node.example.org --options local.json
  $ crosscheck serve --profile realistic --fault html --fault '{"fault": "delay", "ms": 500, "probability": 0.5}'`;

const plainFlags = flagSet(undefined, {
  json: boolean().meta({ flag: '--json', description: 'print one line of JSON' }),
  listFaults: boolean().meta({
    flag: '--list-faults',
    description: 'print the faults for --fault (where, default of ms, effect), and exit',
  }),
  options: text().meta({
    flag: '--options <file>',
    description: 'options of startLocalDeployment as JSON; flags take precedence',
  }),
});
const portFlags = flagSet('Addresses', {
  port: integer(0, 65_535).meta({
    flag: '--port <port>',
    description: 'one port for both simulator and observer, or 0 for a free port for each',
  }),
});
/** Every option of a local deployment that a short text can express. */
const { faults } = localShape;
const shape = {
  ...localShape,
  faults: faults.meta({ ...faults.meta(), values: knownFaults.map(({ fault }) => fault) }),
  extend: moduleFlag(localShape.extend),
};
const serveFlags = flagSet(undefined, shape, {
  chains: readChains,
  'conventions.stages': texts,
  'conventions.blockchainTypes': texts,
  'conventions.requiredRequestFields': texts,
  clock: readClock,
  faults: (given) => (given.startsWith('{') ? readJson(given) : { fault: given }),
});

function readClock(text: string): unknown {
  if (text === 'real') return realClock;
  if (text === 'manual') return text;
  throw new BadValue('must be real or manual');
}

/** Makes a command `crosscheck serve`. */
export function configureServe(command: Command, context: CommandContext): void {
  command
    .description('Run a local deployment of the service: simulator, observer and control, on a real EVM.')
    .addHelpText('after', examples);
  addFlags(command, plainFlags, portFlags, serveFlags);
  command.action(async () => {
    const { listFaults: isListed, json = false } = givenOptions(command, plainFlags);
    if (isListed) context.stdout.write(listFaults(json));
    else await runServe(command, context);
  });
}

const maxFileBytes = 1024 * 1024;

/** An option whose values JSON cannot express, except for some. The message says what to do instead. */
function notInJson(message: string, accepts: (value: unknown) => boolean = () => false) {
  return z.custom<never>(accepts, { error: message, params: { isComplete: true } }).optional();
}

/** The options that a file can have. */
const fileOptions = localOptions.extend({
  clock: notInJson(
    'must be "manual" in a JSON file; leave it out for the real clock, and pass any other clock to startLocalDeployment in code',
    (value) => value === 'manual',
  ),
  extend: text().optional(),
  onSimulate: notInJson('is not available in a JSON file: export it from the module that extend names'),
  onFault: notInJson(
    'is not available in a JSON file: leave it out, because crosscheck serve prints these errors; or pass it to startLocalDeployment in code',
  ),
});

/** Reads options of a local deployment from a JSON file. Integers of any size are exact. */
async function readOptions(file: string): Promise<LocalDeploymentOptions> {
  const read = await readJsonFile(file, fileOptions, maxFileBytes, (json) =>
    parse(json, undefined, { parseNumber: numberOrBigint }),
  );
  if ('value' in read) return read.given as LocalDeploymentOptions;
  throw new UsageError('The options cannot be used', read.issues);
}

/**
 * Serves a local deployment until it is stopped. If it is stopped while it starts, it does not wait for the start, which
 * then stops everything that it started.
 *
 * @throws {UsageError} or {LocalDeploymentError} if it cannot start, or if the EVM ends; nothing is left running.
 */
async function runServe(command: Command, context: CommandContext): Promise<void> {
  // Before anything is loaded, so that an early signal stops it as cleanly as a late one.
  const stop = new AbortController();
  const stopped = context.untilStopped().then(() => stop.abort());
  const { json, options: file } = givenOptions(command, plainFlags);
  const fromFile = file === undefined ? {} : await readOptions(file);
  const given = givenOptions(command, serveFlags);
  const { port } = givenOptions(command, portFlags);
  const module = given.extend ?? (fromFile.extend as string | undefined);
  const options: LocalDeploymentOptions = {
    chains: chainsFromEnv(context.env),
    ...fromFile,
    ...(port === undefined ? {} : { simulatorPort: port, observerPort: port }),
    ...given,
    ...(module === undefined ? { extend: undefined } : await loadExtension(module)),
    conventions: { ...fromFile.conventions, ...given.conventions },
  };
  await assertArtifacts(options);
  let onEngineEnded = (_: EngineEndedError): void => {};
  const engineEnded = new Promise<never>((_, reject) => {
    onEngineEnded = reject;
  });
  // Prevents an unhandled rejection.
  engineEnded.catch(() => {});
  const nameOf = flagNames(serveFlags);
  const isFromFile = (path: string): boolean => {
    const [option = ''] = path.split(/[.[]/);
    return option in fromFile && !(option in given);
  };
  const local = await startLocal(options, {
    stderr: context.stderr,
    signal: stop.signal,
    optionName: (path) => (isFromFile(path) ? path : nameOf(path)),
    onEngineEnded,
  });
  if (local === undefined) return;
  try {
    const environment = localDeploymentVariables(local, module);
    context.stdout.write(
      json ? localDeploymentJson(local, environment) : localDeploymentText(local, environment),
    );
    await Promise.race([stopped, engineEnded]);
  } finally {
    await local.stop();
  }
}

/** An invalid artifact is a usage error, which determines the exit code. */
async function assertArtifacts({ deploy = [] }: LocalDeploymentOptions): Promise<void> {
  if (deploy.length === 0) return;
  const { readArtifact } = await import('../local/evm/custom-contracts.js');
  for (const { artifact, name } of deploy) {
    try {
      readArtifact(artifact, name);
    } catch (error) {
      if (error instanceof LocalDeploymentError) throw new UsageError(error.summary, [], error);
      throw error;
    }
  }
}

/** Returns what a program needs to use a local deployment, as JSON on one line. */
function localDeploymentJson(local: LocalDeployment, environment: Variables): string {
  const { simulatorUrl, observerUrl, controlUrl, chains, evmRpcUrl, contracts, tokens, executors, accounts } =
    local;
  const served = { simulatorUrl, observerUrl, controlUrl, chains, evmRpcUrl, contracts, tokens, executors };
  return `${JSON.stringify({ ...served, accounts, environment })}\n`;
}

/** Returns what a user needs to use a local deployment. */
function localDeploymentText(local: LocalDeployment, environment: Variables): string {
  const { simulatorUrl, observerUrl, controlUrl, evmRpcUrl, contracts, tokens, accounts } = local;
  const contractRows = Object.entries({
    layer: contracts.layer,
    ...contracts.targets,
    ...contracts.deployed,
  });
  const tokenRows = tokens.map(({ name, alpha, beta }) => [name, alpha, beta || 'native coin']);
  return `Local deployment ready; stop it with Ctrl-C.

${textTable(
  [
    ['simulator', reachable(simulatorUrl)],
    ['observer', reachable(observerUrl)],
    ['control', `${reachable(controlUrl)}  (a page for browsers; /openapi.json)`],
    ['EVM', evmRpcUrl],
  ],
  { indent: '  ' },
)}
Contracts
${textTable(contractRows, { indent: '  ' })}
Tokens: destination chain, source chain
${textTable(tokenRows, { indent: '  ' })}
Accounts
${accounts.map((account) => `  ${account}`).join('\n')}

For tests in another process:
${Object.entries(environment)
  .map(([name, value]) => `  export ${name}=${shellWord(value)}`)
  .join('\n')}
`;
}

/** The address of all interfaces cannot be called, but the loopback address can. */
function reachable(url: string): string {
  const loopback = url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
  return loopback === url ? url : `${url}  (here: ${loopback})`;
}

type Variables = Readonly<Record<string, string>>;

/**
 * Returns the environment variables that make tests run against a local deployment of another process.
 *
 * @param module - The module with its extension, if it has one.
 */
function localDeploymentVariables(local: LocalDeployment, module: string | undefined): Variables {
  return {
    [controlUrlVariable]: local.controlUrl,
    ...deploymentVariables(local),
    ...(module !== undefined && { [variableOf('extend')]: modulePath(module) }),
    ...Object.fromEntries(
      Object.entries(local.conventions).flatMap(([name, value]) =>
        value === undefined ? [] : [[variableOf(`conventions.${name}`), String(value)]],
      ),
    ),
  };
}

/** Lists the faults of a local deployment: one line each under headings, or JSON on one line. */
function listFaults(json: boolean): string {
  if (json) return `${JSON.stringify(knownFaults)}\n`;
  return textTable([
    ['FAULT', 'WHERE', 'DEFAULT OF MS', 'EFFECT'],
    ...knownFaults.map((known) => [known.fault, whereOf(known), durationOf(known), known.summary]),
  ]);
}

function whereOf({ endpoints }: KnownFault): string {
  return endpoints.length === 0 ? 'consensus' : endpoints.join(', ');
}

/** Returns the text of the default of `ms`. */
function durationOf({ defaultMs }: KnownFault): string {
  if (defaultMs === undefined) return '';
  return defaultMs === null ? 'forever' : formatDuration(defaultMs);
}
