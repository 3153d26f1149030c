import type { Redactor } from '../internal/redaction.js';
import { isCommonText, isPublicForm, redactedText } from '../internal/redaction.js';

/** A text of JSON; where a colon follows, it is the name of a member. */
const jsonText = /"((?:[^"\\]|\\.)*)"(\s*:)?/g;
const queryValue = /=([^&]*)/g;
const pathSegment = /[^/]+/g;

/**
 * Makes what masks, in a request that a recording does not have, each text that the recording does not have either: any of
 * them may be a credential that only a function for headers would give, which a replay does not call. What is short or
 * common, or has the form of an address, an id or a number, stays.
 */
export function hideUnrecorded(recorded: readonly string[]): Redactor {
  const shown = (text: string): string =>
    isCommonText(text) ||
    isPublicForm(text) ||
    /^\d+$/.test(text) ||
    recorded.some((one) => one.includes(text))
      ? text
      : redactedText;
  return (text) => {
    // What a path calls an operation has no digits, nor would it be one that is asked for.
    if (text.startsWith('/'))
      return text.replace(pathSegment, (part) => (/\d/.test(part) ? shown(part) : part));
    if (text.includes('"'))
      return text.replace(jsonText, (whole, inner: string, colon: string | undefined) =>
        colon === undefined ? `"${shown(inner)}"` : whole,
      );
    if (/^[^=&\s]+=/.test(text)) return text.replace(queryValue, (_, value: string) => `=${shown(value)}`);
    return shown(text);
  };
}
