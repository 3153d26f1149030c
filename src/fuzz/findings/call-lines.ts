import { formatDuration, formatText } from '../../internal/print.js';
import type { RecordedCall } from './finding.js';

const longestBody = 600;
/** Longer than a hash: encoded calls, which would fill the line. */
const longHex = /0x([\da-f]{65,})/gi;

/** Describes one request of a case and its answer, numbered if there are several. */
export function callLines(
  { request, response, durationMs, attempts }: RecordedCall,
  at: number,
  count: number,
): string[] {
  const number = count === 1 ? '' : ` ${at + 1}`;
  return [
    `${`Request${number}:`.padEnd(11)} ${request.method} ${formatText(request.url, 400)}`,
    ...(request.body === undefined ? [] : [`            ${bodyText(request.body)}`]),
    `${`Response${number}:`.padEnd(11)} ${answerText(response, attempts.at(-1)?.failure)}, ${formatDuration(durationMs)}`,
  ];
}

function answerText(response: RecordedCall['response'], failure: string | undefined): string {
  if (response === undefined) return `none: ${formatText(failure ?? 'the request was not answered')}`;
  const { status, headers, body } = response;
  const broken = failure === undefined ? '' : ` and no more: ${formatText(failure)}`;
  return `${status}, ${headers['content-type'] ?? 'no content type'}, ${bodyText(body)}${broken}`;
}

function bodyText(body: string): string {
  return body === '' ? 'an empty body' : formatText(body.replace(longHex, shortHex), longestBody);
}

function shortHex(_: string, digits: string): string {
  return `0x${digits.slice(0, 16)}… (${digits.length} digits)`;
}
