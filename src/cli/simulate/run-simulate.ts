import type { Command } from 'commander';
import { type Client, createClient } from '../../client/create-client.js';
import type { SimulationResult } from '../../client/results.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import { type SimulationVerdict, simulationVerdict } from '../../contract/verdicts.js';
import type { Deployment } from '../../deployment/deployment.js';
import { InconclusiveError, UsageError } from '../../errors.js';
import { paintFor } from '../../internal/terminal.js';
import type { CommandContext } from '../cli-context.js';
import { type ExitCode, exitCodes } from '../cli-context.js';
import { type Target, targetOf } from '../target/target.js';
import { withRecording } from '../target/with-recording.js';
import { type GivenRequest, parseRequest, readRequestFile } from './request-file.js';
import { simulationJson } from './simulation-json.js';
import { simulationText } from './simulation-text.js';

const exitCodeOf: Readonly<Record<SimulationVerdict, ExitCode>> = {
  success: exitCodes.clean,
  failure: exitCodes.findings,
  none: exitCodes.cannotRun,
};

/**
 * Simulates one call and prints the result.
 *
 * @param file - The file of the request; `-` is the standard input. Default: what is piped in, otherwise the request of the
 * configuration.
 */
export async function runSimulate(
  file: string | undefined,
  command: Command,
  context: CommandContext,
): Promise<void> {
  const target = await targetOf(command, context);
  const given = await requestOf(file, context, target);
  // Only now: a signal must also end a command that waits for its standard input.
  const stop = new AbortController();
  const stopped = new InconclusiveError({
    summary: 'The simulation was stopped before its answer came',
    details: [],
  });
  void context.untilStopped().then(() => stop.abort(stopped));
  const result = await withRecording(command, target, ({ deployment }) =>
    simulated(given, deployment, stop.signal),
  );
  const paint = paintFor(context.stdout, context.env);
  const isJson = command.getOptionValue('json') === true;
  // A cached answer says nothing about this request.
  const verdict = result.staleness === undefined ? simulationVerdict(result.response) : 'none';
  context.stdout.write(isJson ? simulationJson(result, verdict) : simulationText(result, verdict, paint));
  context.endWith(exitCodeOf[verdict]);
}

async function requestOf(
  file: string | undefined,
  { stdin }: CommandContext,
  { deployment, request }: Target,
): Promise<GivenRequest> {
  if (file !== undefined) return await readRequestFile(file, stdin, deployment);
  const piped = stdin.isTTY ? '' : await stdin.text();
  if (piped.trim() !== '') return await parseRequest({ text: piped, where: 'stdin' }, deployment);
  if (request !== undefined) return { request, inPlaces: async (error) => error };
  throw new UsageError(
    'There is no request to simulate: pass a JSON file, pipe one in, or set request of the deployment in the configuration',
  );
}

async function simulated(
  { request, inPlaces }: GivenRequest,
  deployment: Deployment,
  signal: AbortSignal,
): Promise<SimulationResult> {
  try {
    const client: Client<LooseSimulationRequest> = createClient(deployment);
    return await client.simulate(request, { signal });
  } catch (error) {
    throw await inPlaces(error);
  }
}
