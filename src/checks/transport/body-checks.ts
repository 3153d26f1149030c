import { errorBody } from '../../client/http-errors.js';
import { formatText } from '../../internal/print.js';
import type { Expectation } from '../case/case-plan.js';
import type { Check } from '../case/check.js';
import { customSchemaSource } from '../case/check-source.js';
import { judgeEach } from '../case/judge-each.js';
import type { Answer } from '../case/observation.js';
import { answerText, bodyText } from './answer-text.js';
import { isEchoed } from './leaks.js';
import { hasRightMethod, isHttp } from './request-kind.js';
import { isDocumented } from './status-checks.js';
import { firstNamedTwice } from './written-members.js';

// The only parameter that means something here; JSON is UTF-8 without it (RFC 8259, 8.1).
const jsonType = /^application\/([a-z0-9.+-]+\+)?json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?\s*$/i;

/** `malformed-json` reports bodies that are not JSON. */
export const contentType: Check = {
  name: 'content-type',
  family: 'transport',
  severity: 'major',
  about:
    'JSON must have the content type application/json, in UTF-8; that of an error may also be one that ends in +json.',
  source: 'section 4.2; of the simulator and of errors: practice; +json: RFC 6839, 3.1',
  customSource: 'practice: what the two endpoints of the interface do',
  judge: judgeEach(({ request, answer }, { endpoints }) => {
    if (answer === undefined || !isJsonBody(answer)) return undefined;
    if (!isHttp(request) || !isDocumented(request.endpoint, answer.status, endpoints)) return undefined;
    const type = answer.headers['content-type'];
    const [isJson, suffixed] = jsonType.exec(type ?? '') ?? [];
    if (isJson !== undefined && (suffixed === undefined || answer.status !== 200)) return undefined;
    return {
      path: '',
      class: type === undefined ? 'no content type' : `content type ${nameOf(type)}`,
      message: `expected the content type application/json for JSON, got ${type === undefined ? 'none' : formatText(type)}`,
    };
  }),
};

/** The plain text of an error may also be a valid JSON number or string. */
function isJsonBody({ status, json }: Answer): boolean {
  return 'value' in json && (status === 200 || (typeof json.value === 'object' && json.value !== null));
}

/** Without parameters: those of some types are others every time. */
function nameOf(type: string): string {
  const name = formatText(type.replace(/;.*$/s, '').trim().toLowerCase(), 80);
  return name === 'application/json' ? 'with another charset' : name;
}

/** `invalid-utf8` reports bytes that are not UTF-8. */
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

/** Returns the kind of an issue, which is the same for each text: the part after the colon is where it is in this one. */
function kindOf(issue: string, text: string): string {
  const [, position] = / at position (\d+)/.exec(issue) ?? [];
  // For a text that is truncated between two values, the engine only names what it expected next.
  if (Number(position) >= text.length) return 'the body ends in the middle of its JSON';
  return issue.replace(/:.*$/s, '');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const invalidUtf8: Check = {
  name: 'invalid-utf8',
  family: 'transport',
  severity: 'major',
  about: 'The body of an answer must be UTF-8: no other encoding, no truncated character.',
  source: 'sections 2.2 and 2.3: JSON, which is UTF-8 (RFC 8259, 8.1)',
  customSource: customSchemaSource,
  judge: judgeEach(({ answer }) => {
    if (answer === undefined || answer.isUtf8 || declaresOtherEncoding(answer.headers)) return undefined;
    return {
      path: '',
      class: 'bytes that are not UTF-8',
      message: `expected a body in UTF-8, got other bytes (here U+FFFD): ${bodyText(answer, answer.text.indexOf('\uFFFD') - 60)}`,
    };
  }),
};

function declaresOtherEncoding(headers: Readonly<Record<string, string>>): boolean {
  const encoding = headers['content-encoding'] ?? 'identity';
  return encoding !== 'identity' || /charset\s*=\s*"?(?!utf-8)\w/i.test(headers['content-type'] ?? '');
}

/** Answers of gateways are not examined. */
export const errorWithoutMessage: Check = {
  name: 'error-without-message',
  family: 'transport',
  severity: 'major',
  about:
    'An error of the service must say what is wrong, in {"error": "…"}, another member, or a plain text.',
  source: 'practice: error bodies are {"error": string}; section 7 shows none, so other forms count',
  judge: judgeEach(({ request, answer }, { endpoints }) => {
    if (answer === undefined || answer.status === 200 || !answer.isUtf8) return undefined;
    if (!hasRightMethod(request) || request.method === 'HEAD') return undefined;
    if (!isDocumented(request.endpoint, answer.status, endpoints)) return undefined;
    const error = errorBody({ headers: answer.headers, body: answer.text });
    if (error !== undefined && error.path !== '<title>') return undefined;
    return {
      path: '',
      class: 'value' in answer.json ? 'no text' : answer.text.trim() === '' ? 'no body' : 'no JSON',
      message: `expected an error with a reason, such as {"error": "…"}, got ${answerText(answer)}`,
    };
  }),
};

// Tabs and line breaks belong to texts.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const controlCharacter = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/;

/**
 * The texts of an answer are for readers. Characters of the request may come back, and a contract may revert with any
 * text: one of its arguments, or one of its author.
 */
export const controlCharacters: Check = {
  name: 'control-characters',
  family: 'transport',
  severity: 'minor',
  about: 'A text of an answer must not contain NUL or other control characters, except tabs and line breaks.',
  source: 'sections 2.2, 2.3 and 7: texts; that these characters are not part of one: assumption',
  judge: judgeEach(({ request, answer }) => {
    if (answer === undefined || !answer.isUtf8 || !isHttp(request)) return undefined;
    return textsOf(answer).flatMap(([path, text, isOfContract]) => {
      const character = controlCharacter.exec(text ?? '')?.[0];
      if (text === undefined || character === undefined || isEchoed(character, request)) return [];
      if (isOfContract && mayBeOfContract(character, request.expect)) return [];
      return {
        path,
        class: 'control character',
        message: `expected a text without control characters, got "${formatText(text, 200)}"`,
      };
    });
  }),
};

type Text = readonly [path: string, text: string | undefined, isOfContract?: boolean];

function textsOf({ status, headers, text, simulation, inclusion }: Answer): readonly Text[] {
  if (status !== 200) {
    const error = errorBody({ headers, body: text });
    return error === undefined || error.path === '<title>' ? [] : [['', error.text]];
  }
  const { content, errorName, internalMsg } = inclusion?.note ?? {};
  return [
    ['response.simulationError', simulation?.simulationError, true],
    ['response.message', simulation?.message, true],
    ['response.note.content', content, true],
    ['response.note.errorName', errorName],
    ['response.note.internalMsg', internalMsg],
  ];
}

/** Whether a character may be one of the text that a contract reverts with: where that is not known, of the arguments. */
function mayBeOfContract(character: string, expect: Expectation): boolean {
  if (expect.kind !== 'simulated') return expect.kind !== 'known';
  const { fails, request } = expect;
  if (fails !== undefined) return (typeof fails === 'string' ? fails : fails.args.join()).includes(character);
  const { alphaCallParams: { arguments: text = '' } = {}, extraData = '' } = request;
  const bytes = Buffer.from(text.slice(2) + extraData.slice(2), 'hex');
  return bytes.includes(Buffer.from(character));
}
