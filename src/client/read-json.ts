import { isUtf8 } from 'node:buffer';
import { camelCaseMembers, disagreeingMembers } from '../contract/responses.js';
import { printText } from '../internal/print.js';
import { RepeatedMemberError } from '../internal/strict-json.js';
import type { CollectedResponse } from './dispatch-once.js';
import { bodyErrorFor } from './http-errors.js';
import { parseLosslessJson } from './lossless-json.js';
import type { Sent } from './send.js';

/** How the names of members are read. */
export interface MemberReading {
  /** Whether the body is that of a built-in endpoint, whose member names are known (sections 2.2 and 2.3). */
  readonly isOfInterface: boolean;
  /** Whether names in snake_case are turned into camelCase: the convention of the deployment. Default: `false`. */
  readonly acceptSnakeCase?: boolean | undefined;
}

/**
 * Reads the body of an answer as JSON, integers exact; with camelCase names where snake_case is accepted.
 *
 * @throws {HttpBodyError} when it is encoded, not UTF-8, not JSON (empty, HTML, cut off), or has a member twice.
 */
export function readJson({ response, text, endpoint, exchange }: Sent, reading: MemberReading): unknown {
  const body = jsonBody(response, text, reading);
  if ('fault' in body) throw bodyErrorFor(body, endpoint.who, exchange);
  return body.value;
}

/** A body as JSON, or why it is none that can be trusted, in a few words that quote no value of it. */
export type JsonBody =
  | { readonly value: unknown }
  | {
      readonly fault: string;
      /** Whether it is JSON that says two things at once. */
      readonly isAmbiguous?: boolean | undefined;
    };

/** Reads the body of an answer as {@link readJson} does. */
export function jsonBody(
  response: CollectedResponse,
  text: string,
  { isOfInterface, acceptSnakeCase = false }: MemberReading,
): JsonBody {
  const fault = encodingFault(response, text);
  if (fault !== undefined) return { fault };
  try {
    const json = parseLosslessJson(text);
    const pair = isOfInterface ? disagreeingMembers(json) : undefined;
    if (pair !== undefined)
      return {
        fault: `the body has two spellings of one member that disagree: ${printText(pair.join(' and '))}`,
        isAmbiguous: true,
      };
    return { value: acceptSnakeCase ? camelCaseMembers(json) : json };
  } catch (error) {
    if (error instanceof RepeatedMemberError)
      return { fault: `the body has a member more than once: ${error.path}`, isAmbiguous: true };
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
