import type { Check } from '../case/check.js';
import { customSchemaSource } from '../case/check-source.js';
import { judgeEach } from '../case/judge-each.js';
import { bodyText } from './answer-text.js';
import { hasRightMethod } from './request-kind.js';
import { firstNamedTwice } from './written-members.js';

/** An answer with status 200 is JSON. Bytes that are not UTF-8 are `non-utf8`'s. */
export const malformedJson: Check = {
  name: 'malformed-json',
  family: 'transport',
  severity: 'critical',
  about: 'The body of an answer with status 200 must be JSON: not empty, not truncated, not a page.',
  source: 'sections 2.2 and 2.3',
  customSource: customSchemaSource,
  judge: judgeEach(({ request, answer }) => {
    if (answer?.status !== 200 || !('issue' in answer.json) || !answer.isUtf8) return undefined;
    // A request by HEAD, if nothing else, has no body to look at.
    if (!hasRightMethod(request) || request.method === 'HEAD') return undefined;
    // What only the names of its members are wrong of, `duplicate-member` names.
    if (isJson(answer.text) && firstNamedTwice(answer.text) !== undefined) return undefined;
    return {
      path: '',
      class: kindOf(answer.json.issue, answer.text),
      message: `expected JSON with status 200, but ${answer.json.issue}; got ${bodyText(answer)}`,
    };
  }),
};

/** The same for each text that has the fault: after the colon stands where in this one. */
function kindOf(fault: string, text: string): string {
  const [, position] = / at position (\d+)/.exec(fault) ?? [];
  // Between two values the engine says of a text that is cut off only what it expected next.
  if (Number(position) >= text.length) return 'the body ends in the middle of its JSON';
  return fault.replace(/:.*$/s, '');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
