import type { SimulationResult } from '../http/simulation-result.js';
import { curlCommand } from '../internal/curl.js';
import { printText } from '../internal/print.js';

/** Describes a simulation for a reader: the verdict, the error, the numbers, and how to send it again. No secrets. */
export function simulationLines({ request, response, exchange }: SimulationResult): string[] {
  const { simulationStatus, simulationError, message, debugInfo, feeParams, outMessages } = response;
  const { target, methodName } = request.alphaCallParams ?? {};
  const lines = [
    `Received:   simulationStatus ${simulationStatus ?? 'absent'}`,
    ...(simulationError ? [`Error:      ${printText(simulationError, 400)}`] : []),
    ...(message ? [`Message:    ${printText(message, 400)}`] : []),
    `Call:       ${printText([target ?? 'no target', methodName].filter(Boolean).join(' '))}`,
    `Block:      ${debugInfo?.blockNumber ?? 'absent'}   Gas: ${response.estimatedGas ?? 'absent'}   Fee: ${printText(response.estimatedJettonFeeAmount ?? 'absent')}   Base fee: ${printText(feeParams?.currentBaseFee ?? 'absent')}`,
    `Messages:   ${outMessages === null ? 'null' : (outMessages?.length ?? 'absent')}`,
    `Reproduce:  ${curlCommand(exchange)}`,
  ];
  return lines.map((line) => exchange.redact(line));
}
