import type { Command } from 'commander';
import { type Client, createClient } from '../client/create-client.js';
import { staleAdvice } from '../client/evidence.js';
import type { SimulationResult } from '../client/results.js';
import type { OutMessage, TokenAmount } from '../contract/responses.js';
import type { LooseSimulationRequest } from '../contract/simulation-request.js';
import { contradictsItself, type SimulationVerdict, simulationVerdict } from '../contract/verdicts.js';
import type { Deployment } from '../deployment/deployment.js';
import { addLocalLines, localLines, refreshLocal } from '../deployment/local-state.js';
import { detailText, InconclusiveError, UsageError } from '../errors.js';
import { jsonText } from '../internal/json.js';
import { formatDuration, formatText } from '../internal/print.js';
import { type Paint, paintFor, type Style } from '../internal/terminal.js';
import { simulationLines } from '../matchers/simulation-lines.js';
import { type CommandContext, type ExitCode, exitCodes } from './command/cli-context.js';
import { addFlags, givenOptions } from './command/flags.js';
import { jsonFlag, redactedTexts } from './command/output.js';
import { type GivenRequest, parseRequest, readRequestFile } from './command/request-file.js';
import { recordingFlags, type Target, targetFlags, targetOf, withRecording } from './command/target.js';

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

const jsonFlags = jsonFlag('print one line of JSON: verdict, response, durationMs, traceId, attempts');

/** Makes a command `crosscheck simulate`. */
export function configureSimulate(command: Command, context: CommandContext): void {
  command
    .description('Simulate one cross-chain call and print its verdict, its gas and fee, and its messages.')
    .argument(
      '[file]',
      'the request as JSON, - for standard input (default: piped input, or the request of the configuration)',
    )
    .addHelpText('after', examples);
  addFlags(command, jsonFlags, targetFlags, recordingFlags);
  command.action((file: string | undefined) => runSimulate(file, command, context));
}

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
async function runSimulate(
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
  const { json } = givenOptions(command, jsonFlags);
  // A cached answer says nothing about this request.
  const verdict = result.staleness === undefined ? simulationVerdict(result.response) : 'none';
  if (verdict !== 'success') await refreshLocal(result.deployment);
  context.stdout.write(json ? simulationJson(result, verdict) : simulationText(result, verdict, paint));
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
    await refreshLocal(deployment);
    addLocalLines(deployment, [error]);
    throw await inPlaces(error);
  }
}

/** Formats the result of a simulation as JSON on one line, with exact integers. */
function simulationJson(
  { response, exchange, attempts, staleness }: SimulationResult,
  verdict: SimulationVerdict,
): string {
  return `${jsonText({
    verdict,
    ...(staleness === undefined ? {} : { staleness }),
    response: redactedTexts(response, exchange),
    durationMs: Math.round(exchange.durationMs),
    ...(exchange.traceId === undefined ? {} : { traceId: exchange.traceId }),
    attempts: attempts.map(({ status, reason }) => ({ status, reason })),
  })}\n`;
}

const maxMessages = 10;

const words: Readonly<Record<SimulationVerdict, readonly [Style, string]>> = {
  success: ['green', 'true'],
  failure: ['red', 'false'],
  none: ['yellow', 'no verdict'],
};

/** Formats the result of a simulation for people: verdict, reason, gas, fee and outgoing messages. No secrets. */
function simulationText(result: SimulationResult, verdict: SimulationVerdict, paint: Paint): string {
  const { response, exchange, staleness } = result;
  const { name, exchanges } = result.deployment;
  const [style, word] = words[verdict];
  const messages = (response.outMessages ?? []).slice(0, maxMessages);
  const source = exchanges === 'replayed' ? 'replayed from a recording' : formatDuration(exchange.durationMs);
  const lines = simulationLines(result, {
    details: [
      `Deployment: ${name}, ${source}`,
      ...messages.map((message, index) => exchange.redact(messageLine(message, index + 1))),
    ],
  });
  const contradiction = contradictsItself(response)
    ? 'simulationStatus is true, but there is an error'
    : undefined;
  const reason = staleness ?? contradiction;
  const verdictLine = `simulated: ${paint(style, word)}${reason === undefined ? '' : `: ${reason}`}`;
  const advice = staleness === undefined ? undefined : detailText({ advice: staleAdvice });
  const ofLocal = verdict === 'success' ? undefined : localLines(result.deployment);
  const text = [verdictLine, ...lines, advice, ofLocal].filter((line) => line !== undefined);
  return `${text.join('\n')}\n`;
}

function messageLine(message: OutMessage, number: number): string {
  const { operationId, callerAddress, targetAddress, shardsKey, tokensBurned, tokensLocked } = message;
  const parts = [
    operationId && `operation ${operationId}`,
    callerAddress && `from ${callerAddress}`,
    targetAddress && `to ${targetAddress}`,
    shardsKey !== undefined && `shards key ${shardsKey}`,
    tokensText('burns', tokensBurned),
    tokensText('locks', tokensLocked),
  ];
  return `Message ${`${number}:`.padEnd(4)}${formatText(parts.filter(Boolean).join(', '), 400)}`;
}

function tokensText(verb: string, tokens: readonly TokenAmount[] | null | undefined): string | undefined {
  if (!tokens || tokens.length === 0) return undefined;
  const amounts = tokens.map(
    ({ amount = 'no amount', tokenAddress }) => `${amount} of ${tokenAddress || 'the native coin'}`,
  );
  return `${verb} ${amounts.join(' and ')}`;
}
