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
  const fault = encodingFault(response, text);
  if (fault !== undefined) throw bodyErrorFor(fault, endpoint.who, exchange);
  try {
    const json = parseLosslessJson(text);
    return acceptSnakeCase ? camelCaseMembers(json) : json;
  } catch (error) {
    throw bodyErrorFor(parsingFault(error as Error, text), endpoint.who, exchange);
  }
}

function encodingFault({ headers, body }: CollectedResponse, text: string): string | undefined {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    return `the body has the content encoding ${encoding}, which was not asked for`;
  // Bytes that are not UTF-8 read as U+FFFD: only a text that has one needs a second look.
  return text.includes('\uFFFD') && !isUtf8(body) ? 'the body is not UTF-8' : undefined;
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
