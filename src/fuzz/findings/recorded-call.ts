import type { Exchange } from '../../client/exchange.js';
import { cut } from '../../internal/print.js';
import type { RecordedCall } from './finding.js';

/** Bodies are truncated here: the plan has the whole request, and the rest of an answer shows nothing more. */
const longestBody = 65_536;

/** Copies the parts of an exchange that a report shows, secrets masked. */
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
