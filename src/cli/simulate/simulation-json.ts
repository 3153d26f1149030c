import type { SimulationResult } from '../../client/results.js';
import { jsonText } from '../../contract/json.js';
import { simulationVerdict } from '../../contract/verdicts.js';
import { redactedTexts } from '../redacted-texts.js';

/** Formats the result of a simulation as JSON on one line, with exact integers. */
export function simulationJson({ response, exchange, attempts }: SimulationResult): string {
  return `${jsonText({
    verdict: simulationVerdict(response),
    response: redactedTexts(response, exchange),
    durationMs: Math.round(exchange.durationMs),
    attempts: attempts.map(({ status, reason }) => ({ status, reason })),
  })}\n`;
}
