import type { Attempt, Exchange } from '../internal/exchange.js';
import { printDuration, printText } from '../internal/print.js';

/** Describes an exchange in a few lines: what was asked, what came, how often it was tried. No secrets. */
export function exchangeLines({ request, response, attempts }: Exchange): string[] {
  const lines = [`Request:   ${request.method} ${request.url}`];
  if (response) {
    const type = response.headers['content-type'] ?? 'no content type';
    lines.push(`Received:  ${response.status}, ${type}, ${startOf(response.body)}`);
  }
  if (attempts.length > 1) lines.push(`Attempts:  ${attempts.map(attemptText).join(' | ')}`);
  return lines;
}

function startOf(body: string): string {
  return body === '' ? 'an empty body' : `"${printText(body, 200)}"`;
}

function attemptText({ startedAfterMs, status, failure }: Attempt): string {
  return `+${printDuration(startedAfterMs)} ${failure ?? status}`;
}
