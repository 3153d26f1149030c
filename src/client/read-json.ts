import { isUtf8 } from 'node:buffer';
import { parseLosslessJson } from '../contract/json.js';
import { disagreeingMembers } from '../contract/responses.js';
import { formatText } from '../internal/print.js';
import { RepeatedMemberError } from '../internal/strict-json.js';
import type { Call, CollectedResponse } from './call.js';
import { bodyErrorFor } from './http-errors.js';

/**
 * Parses the body of a complete response as JSON with exact integers.
 *
 * @param who - What messages call the server.
 * @param isOfInterface - Whether it comes from a built-in endpoint, whose member names are known (sections 2.2 and 2.3):
 * two spellings of a member must not disagree.
 * @throws {HttpBodyError} if it is compressed, not UTF-8, not JSON (empty, HTML, truncated), or has a duplicate member.
 */
export function readJson({ outcome, text, exchange }: Call, who: string, isOfInterface: boolean): unknown {
  const { response } = outcome as Extract<Call['outcome'], { kind: 'response' }>;
  const body = jsonBody(response, text, isOfInterface);
  if ('issue' in body) throw bodyErrorFor(body, who, exchange);
  return body.value;
}

/** A parsed body, or why it cannot be trusted, without quoting any of its values. */
export type JsonBody =
  | { readonly value: unknown }
  | {
      readonly issue: string;
      /** Whether it is valid JSON with two conflicting members. */
      readonly isAmbiguous?: boolean | undefined;
    };

/** Parses a body like {@link readJson}, without throwing. */
export function jsonBody(response: CollectedResponse, text: string, isOfInterface: boolean): JsonBody {
  const issue = encodingProblem(response, text);
  if (issue !== undefined) return { issue };
  try {
    const json = parseLosslessJson(text);
    const pair = isOfInterface ? disagreeingMembers(json) : undefined;
    if (pair !== undefined)
      return {
        issue: `the body has two spellings of one member that disagree: ${formatText(pair.join(' and '))}`,
        isAmbiguous: true,
      };
    return { value: json };
  } catch (error) {
    if (error instanceof RepeatedMemberError)
      return { issue: `the body has a member more than once: ${error.path}`, isAmbiguous: true };
    return { issue: parseProblem(error as Error, text) };
  }
}

function encodingProblem({ headers, body }: CollectedResponse, text: string): string | undefined {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    return `the body has the content encoding ${encoding}, which was not asked for`;
  return isUtf8Text(text, body) ? undefined : 'the body is not UTF-8';
}

/** Returns whether the bytes that a text was decoded from are UTF-8. */
export function isUtf8Text(text: string, bytes: Buffer): boolean {
  // Invalid bytes decode to U+FFFD, so only texts that contain it need checking.
  return !text.includes('\uFFFD') || isUtf8(bytes);
}

function parseProblem(error: Error, text: string): string {
  if (text === '') return 'the body is empty';
  if (text.startsWith('\uFEFF')) return 'the body starts with a byte order mark, which JSON does not allow';
  if (/^\s*</.test(text)) return 'the body is HTML or XML, not JSON';
  if (error instanceof RangeError) return 'the body is nested too deeply';
  if (/end of JSON|Unterminated/.test(error.message)) return 'the body ends in the middle of its JSON';
  // V8 quotes a snippet of the text, which may be part of a secret and too short to be masked.
  return `the body is not JSON: ${error.message.replace(/, (?:\.{3})?".*$/s, '')}`;
}
