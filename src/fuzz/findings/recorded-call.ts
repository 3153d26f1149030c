import type { Exchange } from '../../client/exchange.js';
import { cut } from '../../internal/print.js';
import type { RecordedCall } from './finding.js';

/** Bodies are cut there: the plan has the request whole, and of an answer the rest shows nothing more. */
const longestBody = 65_536;

/** Copies what a report shows of an exchange, secrets masked. */
export function recordedCall({ request, response, startedAt, durationMs, attempts }: Exchange): RecordedCall {
  const { body, ...head } = request;
  return {
    request: body === undefined ? head : { ...head, body: cut(body, longestBody) },
    ...(response === undefined ? {} : { response: { ...response, body: cut(response.body, longestBody) } }),
    startedAt,
    durationMs,
    attempts,
  };
}
