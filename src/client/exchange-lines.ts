import { printDuration, printText } from '../internal/print.js';
import type { Attempt, Exchange } from './exchange.js';

/** Describes an exchange in a few lines: what was asked, what came, how often it was tried. No secrets. */
export function exchangeLines({ request, response, attempts }: Exchange): string[] {
  const lines = [`Request:   ${request.method} ${request.url}`];
  if (response) {
    const type = response.headers['content-type'] ?? 'no content type';
    const isWhole = attempts.at(-1)?.failure === undefined;
    lines.push(`Received:  ${response.status}, ${type}, ${startOf(response.body, isWhole)}`);
  }
  if (attempts.length > 1) lines.push(`Attempts:  ${attemptsText(attempts)}`);
  return lines;
}

function startOf(body: string, isWhole: boolean): string {
  if (body === '') return isWhole ? 'an empty body' : 'no body';
  return `"${printText(body, 200)}"${isWhole ? '' : ' and no more'}`;
}

const mostAttempts = 5;

/** Names the last tries, each with what came of it and when it started. */
export function attemptsText(attempts: readonly Attempt[]): string {
  const last = attempts.slice(-mostAttempts);
  const earlier = attempts.length - last.length;
  return [...(earlier > 0 ? [`${earlier} earlier`] : []), ...last.map(attemptText)].join(' | ');
}

function attemptText({ startedAfterMs, status, failure }: Attempt): string {
  return `${failure ?? status} at +${printDuration(startedAfterMs)}`;
}
