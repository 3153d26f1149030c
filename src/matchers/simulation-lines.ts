import { attemptsText, curlCommand, traceLines } from '../client/exchange-text.js';
import type { SimulationResult } from '../client/results.js';
import { formatText } from '../internal/print.js';
import { labelled } from '../internal/terminal.js';

/** The expected and received values of an assertion. */
export interface Judged {
  readonly expected?: string | undefined;
  /** Default: the verdict, which otherwise has its own line. */
  readonly received?: string | undefined;
  /** The lines below `received`. */
  readonly details?: readonly string[] | undefined;
}

/**
 * Returns the verdict of a simulation, and the error of a failed one: `simulation failed: execution reverted: paused`.
 *
 * @param how - What follows `simulation failed`: ` for another reason`.
 */
export function outcomeText({ response, exchange }: SimulationResult, how = ''): string {
  const { simulationStatus, simulationError, message } = response;
  if (simulationStatus) return 'simulation succeeded';
  const reason = simulationError || message;
  return `simulation failed${how}${reason ? `: ${formatText(exchange.redact(reason), 200)}` : ', without a reason'}`;
}

/** Describes a simulation: expected and received, the error, key figures, and a command to repeat it. No secrets. */
export function simulationLines(
  result: SimulationResult,
  { expected, received, details = [] }: Judged,
): string[] {
  const { request, response, exchange } = result;
  const { simulationStatus, simulationError, message, debugInfo, feeParams, outMessages } = response;
  // Mask before truncating: half a secret would not be recognised.
  const print = (text: string, length?: number): string => formatText(exchange.redact(text), length);
  const { target, methodName } = request.alphaCallParams ?? {};
  const verdict = `simulationStatus ${simulationStatus ?? 'absent'}`;
  return [
    ...(expected === undefined ? [] : [labelled('Expected', expected)]),
    labelled('Received', received ?? verdict),
    ...details,
    ...(received === undefined ? [] : [labelled('Verdict', verdict)]),
    ...(simulationError ? [labelled('Error', print(simulationError, 400))] : []),
    ...(message ? [labelled('Message', print(message, 400))] : []),
    labelled('Call', print([target ?? 'no target', methodName].filter(Boolean).join(' '))),
    labelled(
      'Block',
      `${debugInfo?.blockNumber ?? 'absent'}   Gas: ${response.estimatedGas ?? 'absent'}   Fee: ${print(response.estimatedJettonFeeAmount ?? 'absent')}   Base fee: ${print(feeParams?.currentBaseFee ?? 'absent')}`,
    ),
    labelled('Messages', outMessages === null ? 'null' : (outMessages?.length ?? 'absent')),
    ...(exchange.attempts.length > 1 ? [labelled('Attempts', attemptsText(exchange.attempts))] : []),
    ...traceLines(exchange),
    labelled('Reproduce', curlCommand(exchange)),
  ];
}
