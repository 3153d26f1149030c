import type { WirePart } from '../../../checks/case/case-plan.js';
import { wirePlaceholder } from '../../wire-socket.js';

/**
 * Closes the sending side if there is no answer for a while, so that a server that waits for more does not delay the
 * campaign. Closing it at once would make some servers close without their answer.
 */
export const endAfterWait: WirePart = { bytes: '', pauseMs: 1500, end: true };

/** Writes the head of a request; the deployment's own header lines come last. */
export function head(requestLine: string, ...lines: readonly string[]): string {
  return `${[requestLine, 'Host: {host}', ...lines].join('\r\n')}\r\n{headers}\r\n`;
}

/** Writes the head of a simulation request. */
export function simulateHead(...lines: readonly string[]): string {
  return head('POST {path} HTTP/1.1', 'Content-Type: application/json', ...lines);
}

/** Writes the header line for a body's length. */
export function lengthLine(body: string): string {
  return `Content-Length: ${Buffer.byteLength(body)}`;
}

/** Writes a body in at most this many chunks. */
export function inChunks(body: string, count: number): string {
  const chunks = piecesOf([...body], count);
  const sized = chunks.map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`);
  return `${sized.join('')}0\r\n\r\n`;
}

/** Escapes what looks like a placeholder in the strings of JSON. */
export function withoutPlaces(json: string): string {
  return json.replace(wirePlaceholder, '\\u007b$1}');
}

const placeOrCharacter = new RegExp(`${wirePlaceholder.source}|.`, 'gsu');

/** Splits a text into at most this many parts, with a pause before each but the first. Placeholders stay whole. */
export function slowly(text: string, count: number, pauseMs: number): WirePart[] {
  const units = text.match(placeOrCharacter) ?? [];
  return piecesOf(units, count).map((bytes, index) => (index === 0 ? { bytes } : { bytes, pauseMs }));
}

function piecesOf(units: readonly string[], count: number): string[] {
  const size = Math.max(1, Math.ceil(units.length / count));
  return Array.from({ length: Math.ceil(units.length / size) }, (_, index) =>
    units.slice(index * size, (index + 1) * size).join(''),
  );
}
