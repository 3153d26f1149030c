import type { WirePart } from '../../../checks/case/case-plan.js';
import { wirePlaceholder } from '../../wire/wire-placeholders.js';

/**
 * Ends what is sent when no answer has come for a while: a server that waits for more than comes shall not hold up the
 * campaign. Right away it would make some servers close without the answer that they were about to give.
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

/** Writes a body in so many chunks, or fewer. */
export function inChunks(body: string, count: number): string {
  const chunks = piecesOf([...body], count);
  const sized = chunks.map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`);
  return `${sized.join('')}0\r\n\r\n`;
}

const placeOrCharacter = new RegExp(`${wirePlaceholder.source}|.`, 'gsu');

/** Cuts a text in so many parts, or fewer, with a pause before each but the first. No place to fill in is cut. */
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
