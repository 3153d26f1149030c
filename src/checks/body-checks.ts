import { type Expectation, hasRightMethod, isHttp } from '../case/case-plan.js';
import type { Answer } from '../case/observation.js';
import { errorBody } from '../client/http-errors.js';
import { noteFields, simulationFields, textMembers } from '../contract/responses.js';
import { formatText } from '../internal/print.js';
import { customSchemaSource, defineChecks } from './check.js';
import { bodyText, isDocumented, wholeAnswer } from './http-checks.js';
import { judgeEach } from './judge.js';
import { isEchoed } from './leak-checks.js';

export const bodyChecks = defineChecks('transport', undefined, {
  /** `malformed-json` reports bodies that are not JSON. */
  'content-type': {
    severity: 'major',
    about:
      'JSON must have the content type application/json, in UTF-8. Errors may also use a type that ends in +json.',
    source: 'section 4.2; of the simulator and of errors: practice; +json: RFC 6839, 3.1',
    customSource: 'practice: what the two endpoints of the interface do',
    judge: judgeEach(({ request, answer }, context) => {
      if (answer === undefined || !isJsonBody(answer)) return undefined;
      if (!isHttp(request) || !isDocumented(request.endpoint, answer.status, context)) return undefined;
      const type = answer.headers['content-type'];
      const [isJson, suffixed] = jsonMediaType.exec(type ?? '') ?? [];
      if (isJson !== undefined && (suffixed === undefined || answer.status !== 200)) return undefined;
      return {
        path: '',
        class: type === undefined ? 'no content type' : `content type ${nameOf(type)}`,
        expected: 'the content type application/json for JSON',
        received: type === undefined ? 'none' : formatText(type),
      };
    }),
  },
  /** `invalid-utf8` reports bytes that are not UTF-8. */
  'malformed-json': {
    severity: 'critical',
    isThrownByClient: true,
    about: 'The body of an answer with status 200 must be JSON: not empty, not truncated, not a page.',
    source: 'sections 2.2 and 2.3',
    customSource: customSchemaSource,
    judge: judgeEach(({ request, answer }) => {
      if (answer?.status !== 200 || !('issue' in answer.json) || !answer.isUtf8) return undefined;
      // The answer to a HEAD request has no body.
      if (!hasRightMethod(request) || request.method === 'HEAD') return undefined;
      // If only member names are wrong, `duplicate-member` reports it.
      if (isJson(answer.text) && firstNamedTwice(answer.text) !== undefined) return undefined;
      return {
        path: '',
        class: kindOf(answer.json.issue, answer.text),
        expected: 'JSON with status 200',
        received: `no JSON: ${answer.json.issue}`,
      };
    }),
  },
  /** Parsers differ in which of two members with one name they use. */
  'duplicate-member': {
    severity: 'critical',
    about: 'An object of an answer must not have two members with the same name, ignoring letter case.',
    source: 'RFC 8259, 4; that names do not differ only in letter case: section 2',
    judge: judgeEach(({ answer }) => {
      if (answer?.status !== 200 || !answer.isUtf8) return undefined;
      const name = firstNamedTwice(answer.text);
      if (name === undefined) return undefined;
      const shown = answer.echoesCredential ? 'one' : formatText(name);
      return {
        path: '',
        class: 'duplicate name',
        expected: 'unique member names',
        received: `${shown} twice in one object`,
      };
    }),
  },
  /** Parsers differ in how they read other forms. */
  'integer-format': {
    severity: 'major',
    about: 'An integer of an answer must be written in digits only, without fraction or exponent.',
    source: 'sections 2.2 and 2.3: integer; RFC 8259, 6, lets parsers read other forms differently',
    judge: judgeEach(({ answer }, { conventions }) => {
      if (answer?.status !== 200 || conventions.responseFormats === 'off') return undefined;
      const [, name, number] = otherInteger.exec(answer.text) ?? [];
      if (name === undefined) return undefined;
      return {
        path: '',
        class: `${name} in another form`,
        expected: `${name} in digits only`,
        received: formatText(number ?? ''),
      };
    }),
  },
  'invalid-utf8': {
    severity: 'major',
    about: 'The body of an answer must be UTF-8: no other encoding, no truncated character.',
    source: 'sections 2.2 and 2.3: JSON, which is UTF-8 (RFC 8259, 8.1)',
    customSource: customSchemaSource,
    judge: judgeEach(({ answer }) => {
      if (answer === undefined || answer.isUtf8 || declaresOtherEncoding(answer.headers)) return undefined;
      return {
        path: '',
        class: 'bytes that are not UTF-8',
        expected: 'a body in UTF-8',
        received: `other bytes (here U+FFFD): ${bodyText(answer, answer.text.indexOf('\uFFFD') - 60)}`,
      };
    }),
  },
  /**
   * People read the texts of an answer. An answer may repeat characters of its request, and a contract may revert with any
   * text, such as one of its arguments.
   */
  'control-characters': {
    severity: 'minor',
    isFixedByAbsence: true,
    about:
      'A text of an answer must not contain NUL or other control characters, except tabs and line breaks.',
    source: 'sections 2.2, 2.3 and 7: texts; that texts do not contain these characters: assumption',
    judge: judgeEach(({ request, answer }) => {
      if (answer === undefined || !answer.isUtf8 || !isHttp(request)) return undefined;
      return textsOf(answer).flatMap(([path, text, isOfContract]) => {
        const character = controlCharacter.exec(text ?? '')?.[0];
        if (text === undefined || character === undefined || isEchoed(character, request)) return [];
        if (isOfContract && mayBeOfContract(character, request.expect)) return [];
        return {
          path,
          class: 'control character',
          expected: 'a text without control characters',
          received: `"${formatText(text, 200)}"`,
        };
      });
    }),
  },
  /** Answers of gateways are not examined. */
  'error-without-message': {
    severity: 'major',
    inSmoke: 'no',
    about:
      'An error of the service must say what is wrong, in {"error": "…"}, another member, or a plain text.',
    source: 'practice: error bodies are {"error": string}; section 7 shows none, so other forms count',
    judge: judgeEach(({ request, answer }, context) => {
      if (answer === undefined || answer.status === 200 || !answer.isUtf8) return undefined;
      if (!hasRightMethod(request) || request.method === 'HEAD') return undefined;
      if (!isDocumented(request.endpoint, answer.status, context)) return undefined;
      const error = errorBody({ headers: answer.headers, body: answer.text });
      if (error !== undefined && error.path !== '<title>') return undefined;
      return {
        path: '',
        class: 'value' in answer.json ? 'no text' : answer.text.trim() === '' ? 'no body' : 'no JSON',
        expected: 'an error with a reason, such as {"error": "…"}',
        ...wholeAnswer(answer),
      };
    }),
  },
});

// The only parameter that matters. Without it, JSON is UTF-8 too (RFC 8259, 8.1).
const jsonMediaType = /^application\/([a-z0-9.+-]+\+)?json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?\s*$/i;

/** The plain text of an error may also be a valid JSON number or string. */
function isJsonBody({ status, json }: Answer): boolean {
  return 'value' in json && (status === 200 || (typeof json.value === 'object' && json.value !== null));
}

/** Returns the type without its parameters, because those of some types differ in every answer. */
function nameOf(type: string): string {
  const name = formatText(type.replace(/;.*$/s, '').trim().toLowerCase(), 80);
  return name === 'application/json' ? 'with another charset' : name;
}

/** Returns the kind of an issue, without its position in this text, which is the part after the colon. */
function kindOf(issue: string, text: string): string {
  const [, position] = / at position (\d+)/.exec(issue) ?? [];
  // If a text is truncated between two values, the engine only says what it expected next.
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

function declaresOtherEncoding(headers: Readonly<Record<string, string>>): boolean {
  const encoding = headers['content-encoding'] ?? 'identity';
  return encoding !== 'identity' || /charset\s*=\s*"?(?!utf-8)\w/i.test(headers['content-type'] ?? '');
}

// Tabs and line breaks belong to texts.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the check looks for them
const controlCharacter = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/;

type Text = readonly [path: string, text: string | undefined, isOfContract?: boolean];

function textsOf({ status, headers, text, simulation, inclusion }: Answer): readonly Text[] {
  if (status !== 200) {
    const error = errorBody({ headers, body: text });
    return error === undefined || error.path === '<title>' ? [] : [['', error.text]];
  }
  const texts = [
    ...textMembers(simulationFields).map((name): Text => [`response.${name}`, simulation?.[name]]),
    ...textMembers(noteFields).map((name): Text => [`response.note.${name}`, inclusion?.note?.[name]]),
  ];
  return texts.map(([path, text]) => [path, text, textsOfContracts.includes(path)]);
}

const textsOfContracts = ['response.simulationError', 'response.message', 'response.note.content'];

/** Returns whether the text that a contract reverts with may contain a character. If that text is unknown, the arguments decide. */
function mayBeOfContract(character: string, expect: Expectation): boolean {
  if (expect.kind !== 'simulated') return expect.kind !== 'known';
  const { fails, request } = expect;
  if (fails !== undefined) return (typeof fails === 'string' ? fails : fails.args.join()).includes(character);
  const { alphaCallParams: { arguments: text = '' } = {}, extraData = '' } = request;
  const bytes = Buffer.from(text.slice(2) + extraData.slice(2), 'hex');
  return bytes.includes(Buffer.from(character));
}

const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/gs;

/** Returns the first name that occurs twice in one object of a JSON text. */
function firstNamedTwice(text: string): string | undefined {
  const open: Set<string>[] = [];
  for (const [token, colon] of text.matchAll(tokens)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      const quoted = token.slice(0, -colon.length);
      const name = quoted.includes('\\') ? unescaped(quoted) : quoted.slice(1, -1);
      const names = open.at(-1);
      if (names?.has(name.toLowerCase())) return name;
      names?.add(name.toLowerCase());
    }
  }
  return undefined;
}

function unescaped(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}

const otherInteger =
  /"(estimatedGas|blockNumber|shardsKey|timestamp)"\s*:\s*(-?\d+(?:\.\d+(?:e[+-]?\d+)?|e[+-]?\d+))/i;
