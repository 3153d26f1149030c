import type { SimulationResult } from '../http/simulation-result.js';
import { curlCommand } from '../internal/curl.js';
import { printText } from '../internal/print.js';

/** Describes a simulation for a reader: the verdict, the error, the numbers, and how to send it again. No secrets. */
export function simulationLines({ request, response, exchange }: SimulationResult): string[] {
  const { simulationStatus, simulationError, message, debugInfo, feeParams, outMessages } = response;
  // Masked before it is cut: half a secret would not be recognised.
  const print = (text: string, length?: number): string => printText(exchange.redact(text), length);
  const { target, methodName } = request.alphaCallParams ?? {};
  return [
    `Received:   simulationStatus ${simulationStatus ?? 'absent'}`,
    ...(simulationError ? [`Error:      ${print(simulationError, 400)}`] : []),
    ...(message ? [`Message:    ${print(message, 400)}`] : []),
    `Call:       ${print([target ?? 'no target', methodName].filter(Boolean).join(' '))}`,
    `Block:      ${debugInfo?.blockNumber ?? 'absent'}   Gas: ${response.estimatedGas ?? 'absent'}   Fee: ${print(response.estimatedJettonFeeAmount ?? 'absent')}   Base fee: ${print(feeParams?.currentBaseFee ?? 'absent')}`,
    `Messages:   ${outMessages === null ? 'null' : (outMessages?.length ?? 'absent')}`,
    `Reproduce:  ${curlCommand(exchange)}`,
  ];
}
