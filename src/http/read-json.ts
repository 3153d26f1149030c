import { isUtf8 } from 'node:buffer';
import { camelCaseMembers } from '../contract/snake-case.js';
import type { CollectedResponse } from './dispatch-once.js';
import { bodyErrorFor } from './http-errors.js';
import { parseLosslessJson } from './lossless-json.js';
import type { Sent } from './send.js';

/**
 * Reads the body of an answer as JSON, integers exact; with camelCase names where snake_case is accepted.
 *
 * @throws {HttpBodyError} when it is encoded, not UTF-8, or not JSON (empty, HTML, cut off).
 */
export function readJson({ response, text, endpoint, exchange }: Sent, acceptSnakeCase: boolean): unknown {
  const body = jsonBody(response, text, acceptSnakeCase);
  if ('fault' in body) throw bodyErrorFor(body.fault, endpoint.who, exchange);
  return body.value;
}

/** A body as JSON, or why it is none, in a few words that quote nothing of it. */
export type JsonBody = { readonly value: unknown } | { readonly fault: string };

/** Reads the body of an answer as {@link readJson} does. */
export function jsonBody(response: CollectedResponse, text: string, acceptSnakeCase: boolean): JsonBody {
  const fault = encodingFault(response, text);
  if (fault !== undefined) return { fault };
  try {
    const json = parseLosslessJson(text);
    return { value: acceptSnakeCase ? camelCaseMembers(json) : json };
  } catch (error) {
    return { fault: parsingFault(error as Error, text) };
  }
}

function encodingFault({ headers, body }: CollectedResponse, text: string): string | undefined {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    return `the body has the content encoding ${encoding}, which was not asked for`;
  return isUtf8Text(text, body) ? undefined : 'the body is not UTF-8';
}

/** Tells whether the bytes that a text was read from are UTF-8. */
export function isUtf8Text(text: string, bytes: Buffer): boolean {
  // What is not UTF-8 reads as U+FFFD: only a text that has one needs a second look.
  return !text.includes('\uFFFD') || isUtf8(bytes);
}

function parsingFault(error: Error, text: string): string {
  if (text === '') return 'the body is empty';
  if (text.startsWith('\uFEFF')) return 'the body starts with a byte order mark, which JSON does not allow';
  if (/^\s*</.test(text)) return 'the body is HTML or XML, not JSON';
  if (error instanceof RangeError) return 'the body is nested too deeply';
  if (/end of JSON|Unterminated/.test(error.message)) return 'the body ends in the middle of its JSON';
  // The engine quotes a piece of the text, which may be a piece of a secret: too little of it to be masked.
  return `the body is not JSON: ${error.message.replace(/, (?:\.{3})?".*$/s, '')}`;
}
