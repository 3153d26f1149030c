import type { WireCaseRequest } from '../../checks/case/case-plan.js';
import { RecordedExchange, redactorOf } from '../../client/exchange.js';
import { reportExchange } from '../../client/report-exchange.js';
import { headersOf, type ResolvedEndpoint } from '../../client/request.js';
import {
  attemptLimits,
  attemptOf,
  type Call,
  type CallLimits,
  givenHeaders,
  textOf,
} from '../../client/transport.js';
import type { Deployment } from '../../deployment/deployment.js';
import { unixNowMs } from '../../internal/clock.js';
import { exchangeBytes, type SocketPart } from './exchange-bytes.js';
import { wireBytes, wirePlaceholders } from './wire-placeholders.js';

const longestRecord = 65_536;

/**
 * Writes a request byte by byte to a connection of its own, and reads the first answer that comes. The connection goes
 * to the host of the deployment's URL with the TLS settings of Node.js: those of a deployment's dispatcher, and its
 * proxy, cannot be read. A certificate authority of one's own is named by `NODE_EXTRA_CA_CERTS`. The body of the exchange
 * is all that was written, head included, as far as the first 64 Ki characters.
 *
 * @throws {UsageError} when the deployment's headers function fails.
 */
export async function sendOverSocket(
  request: WireCaseRequest,
  endpoint: ResolvedEndpoint,
  deployment: Deployment,
  limits: CallLimits,
): Promise<Call> {
  const { clock, signal } = limits;
  const startedAt = unixNowMs();
  const given = await givenHeaders(deployment, clock.now(), clock, signal);
  const places = wirePlaceholders(endpoint, headersOf({ endpoint, headers: {} }, given));
  const parts = request.wire.map((part) => ({ ...part, bytes: wireBytes(part.bytes, places) }));
  // Masked before it is truncated, which may be in the middle of a secret.
  const written = redactorOf(given)(writtenText(parts)).slice(0, longestRecord);
  const method = /^[A-Z]+(?= )/.exec(written)?.[0] ?? endpoint.method;

  const start = clock.now();
  const sent = { origin: endpoint.origin, method, parts };
  const outcome = await exchangeBytes(sent, attemptLimits(deployment, limits));
  const response = textOf(outcome.kind === 'response' ? outcome.response : outcome.partial);
  const exchange = new RecordedExchange({
    planned: { endpoint, method, headers: {}, body: written },
    given,
    response,
    startedAt,
    lastAttempt: attemptOf(outcome, 0, clock.now() - start),
    earlierAttempts: [],
  });
  reportExchange(deployment, exchange);
  return { outcome, text: outcome.kind === 'response' ? (response?.body ?? '') : '', exchange };
}

/** What is written, head and body. Of what is long, as many parts as a record needs. */
function writtenText(parts: readonly SocketPart[]): string {
  let text = '';
  for (const { bytes, times = 1 } of parts) {
    for (let time = 0; time < times && text.length < longestRecord; time++) text += bytes.toString('utf8');
  }
  return text;
}
