import type { SimulationResult } from '../../client/results.js';
import { jsonText } from '../../contract/json.js';
import type { SimulationVerdict } from '../../contract/verdicts.js';
import { redactedTexts } from '../redacted-texts.js';

/** Formats the result of a simulation as JSON on one line, with exact integers. */
export function simulationJson(
  { response, exchange, attempts, staleness }: SimulationResult,
  verdict: SimulationVerdict,
): string {
  return `${jsonText({
    verdict,
    ...(staleness === undefined ? {} : { staleness }),
    response: redactedTexts(response, exchange),
    durationMs: Math.round(exchange.durationMs),
    attempts: attempts.map(({ status, reason }) => ({ status, reason })),
  })}\n`;
}
