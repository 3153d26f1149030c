import { isUtf8 } from 'node:buffer';
import { LosslessNumber, parse, stringify } from 'lossless-json';
import type { Redactor } from '../internal/redaction.js';

/**
 * A recorded body: JSON if that is exact except for whitespace, otherwise text, or base64 for bytes that are not UTF-8.
 * An empty body has none of these members.
 */
export interface RecordedBody {
  /** Numbers that a double would change are `LosslessNumber`s. */
  readonly json?: unknown;
  readonly text?: string | undefined;
  readonly base64?: string | undefined;
}

const spaceOrString = /("(?:[^"\\]|\\.)*")|\s+/g;
const bareRedaction = /([:[,]\s*)[\w.+-]*(\[redacted(?: \d+)?\])[\w.+-]*/g;

/** Converts a body for a recording, without its secrets. */
export function recordedBody(bytes: Uint8Array, redact: Redactor): RecordedBody {
  if (bytes.length === 0) return {};
  const buffer = Buffer.from(bytes);
  if (!isUtf8(buffer))
    return { base64: Buffer.from(redact(buffer.toString('latin1')), 'latin1').toString('base64') };
  const written = buffer.toString('utf8');
  const text = redact(written);
  if (isExact(text)) return { json: parseExactJson(text) };
  // A masked number leaves invalid JSON.
  const quoted = text.replace(bareRedaction, '$1"$2"');
  return text !== written && isExact(quoted) ? { json: parseExactJson(quoted) } : { text };
}

/** Returns the bytes of a recorded body; JSON has no whitespace. */
export function bytesOfRecorded({ json, text, base64 }: RecordedBody): Buffer {
  if (base64 !== undefined) return Buffer.from(base64, 'base64');
  return Buffer.from(json === undefined ? (text ?? '') : (stringify(json) as string));
}

/** Sorts the members of JSON objects, whose order is meaningless. */
export function sortedBody(body: RecordedBody): RecordedBody {
  return body.json === undefined ? body : { json: sorted(body.json) };
}

/**
 * Parses JSON so that serializing it preserves all digits.
 *
 * @throws {SyntaxError} if it is not JSON, or has a duplicate member.
 */
export function parseExactJson(text: string): unknown {
  return parse(text, undefined, {
    parseNumber: (digits) =>
      String(Number(digits)) === digits ? Number(digits) : new LosslessNumber(digits),
  });
}

function isExact(text: string): boolean {
  try {
    return stringify(parseExactJson(text)) === text.replace(spaceOrString, '$1');
  } catch {
    // Not JSON, or nested too deeply.
    return false;
  }
}

function sorted(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(sorted);
  if (typeof json !== 'object' || json === null || json instanceof LosslessNumber) return json;
  const members = Object.entries(json).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}
