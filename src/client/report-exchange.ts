import type { Deployment } from '../deployment/deployment.js';
import type { Exchange } from '../deployment/exchange.js';
import { formatDuration, formatText } from '../internal/print.js';

/**
 * Passes the exchange of one request to `onExchange` of its deployment, and prints a line about it to stderr if
 * `CROSSCHECK_DEBUG` is set. Every request to a deployment passes here.
 *
 * @throws {UsageError} if `onExchange` is asynchronous; any error that it throws.
 */
export function reportExchange({ name, onExchange }: Deployment, exchange: Exchange): void {
  if (areRequestsPrinted()) process.stderr.write(`${exchangeLine(name, exchange)}\n`);
  onExchange?.(exchange);
}

/** Returns whether `CROSSCHECK_DEBUG` is set, to anything but `0`, `false`, `no` or `off`. */
export function areRequestsPrinted(): boolean {
  const { CROSSCHECK_DEBUG = '' } = process.env;
  return !/^\s*(?:0|false|no|off)?\s*$/i.test(CROSSCHECK_DEBUG);
}

/** Formats an exchange of one request: `crosscheck 2026-05-04T10:00:00.000Z staging POST https://… 200 in 180 ms trace 4bf9…`. */
function exchangeLine(
  deployment: string,
  { request, response, traceId, startedAt, durationMs, attempts }: Exchange,
): string {
  const attempt = attempts.at(-1);
  const outcome = attempt?.failure ?? attempt?.reason?.replace(/^status /, '') ?? response?.status;
  const sent = `${formatText(request.method)} ${formatText(request.url, 500)}`;
  const at = new Date(startedAt).toISOString();
  const trace = traceId === undefined ? '' : ` trace ${traceId}`;
  return `crosscheck ${at} ${formatText(deployment)} ${sent} ${outcome} in ${formatDuration(durationMs)}${trace}`;
}
