import { bodyBytes, type CaseRequest } from '../case/case-plan.js';
import type { Answer } from '../case/observation.js';
import { firstMatch, type MarkedPattern } from '../internal/marked-pattern.js';
import { formatText } from '../internal/print.js';
import { secretPatterns } from '../internal/secret-patterns.js';
import { defineChecks } from './check.js';
import { type AnswerViolation, judgeEach } from './judge.js';

export const leakChecks = defineChecks('transport', undefined, {
  /** An answer may repeat what its request contains. */
  'leaked-internals': {
    severity: 'major',
    about: 'An answer must not show a stack trace or a file path of the server.',
    source: 'practice: stack traces and paths in errors',
    judge: judgeEach(({ request, answer }) => {
      const leak = answer && leakIn(answer);
      if (leak === undefined || isEchoed(leak.text, request)) return undefined;
      // If the answer contains a credential, any piece of it may be a piece of that credential.
      const text = answer?.echoesCredential ? '' : `: ${formatText(leak.text)}`;
      return {
        path: '',
        class: leak.kind,
        expected: 'no internals of the service',
        received: `a ${leak.kind}${text}`,
      };
    }),
  },
  /** Messages do not show the credential. */
  'leaked-secret': {
    severity: 'critical',
    needs: 'credentials',
    about:
      'An answer must not contain a credential of the request or anything that looks like a key or password.',
    source: 'practice: secrets in errors',
    judge: judgeEach(({ request, answer }) => {
      if (answer === undefined) return undefined;
      if (answer.echoesCredential)
        return leak('credential', 'no credential of the request', answer.credentialEcho ?? 'one');
      const secret = firstMatch(answer.text, secretPatterns);
      if (secret === undefined || isEchoed(secret, request)) return undefined;
      return leak('key or password', 'nothing that looks like a key or password', 'such a text');
    }),
  },
});

interface Leak {
  readonly kind: 'stack trace' | 'file path';
  readonly text: string;
}

function leakIn({ text: written, json }: Answer): Leak | undefined {
  // Some JSON libraries escape slashes.
  const text = written.includes('\\/') ? written.replaceAll('\\/', '/') : written;
  const trace = firstMatch(text, stackTraces);
  if (trace !== undefined) return { kind: 'stack trace', text: trace };
  // The paths in a page are URLs.
  const path = 'value' in json ? firstMatch(text, filePaths) : undefined;
  return path === undefined ? undefined : { kind: 'file path', text: path };
}

function leak(kind: string, expected: string, received: string): AnswerViolation {
  return { path: '', class: kind, expected: `${expected} in the answer`, received };
}

/** Returns whether a text of an answer is also in its request: an echo leaks nothing. */
export function isEchoed(text: string, request: CaseRequest): boolean {
  const forms = [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text.toWellFormed()),
    text.replaceAll('/', '%2F'),
  ];
  return textsOf(request).some((sent) => forms.some((form) => sent.includes(form)));
}

function textsOf(request: CaseRequest): string[] {
  if ('wire' in request) return request.wire.map(({ bytes }) => bodyBytes(bytes).toString());
  const { query = '', headers = {}, body = '' } = request;
  return [query, ...Object.values(headers), bodyBytes(body).toString()];
}

/**
 * Absolute paths of a server's files. The directories are those in which services live; below those that a URL may
 * begin with as well, only a file with an extension counts. A full stop at the end is that of the sentence. Practice.
 */
const filePaths: readonly MarkedPattern[] = [
  {
    markers: ['/'],
    pattern:
      /(?:(?<=\\[nrt])|(?<![\w./\\-]))\/(?:home|root|usr|var|opt|srv|etc|tmp|mnt|proc|Users|private)(?:\/[\w@+.-]{0,99}\w){1,20}/,
  },
  {
    markers: ['/'],
    pattern:
      /(?:(?<=\\[nrt])|(?<![\w./\\-]))\/(?:app|build|code|go|src|work|workspace)(?:\/[\w@+.-]{1,100}){0,20}\/[\w@+-]{1,100}\.[a-z]{1,5}\b/,
  },
  { markers: [':\\'], pattern: /\b[A-Za-z]:\\{1,2}[\w. -]{1,100}\\{1,2}[^\n"]{1,100}/ },
];

/**
 * What runtimes write when something fails, as written in JSON: a new line is `\n` there, a quote `\"`. Practice:
 * traces of Node.js, Java, Go, Python, Rust, .NET, PHP and Ruby.
 */
const stackTraces: readonly MarkedPattern[] = [
  { markers: ['    at '], pattern: /(?:\\n|\n) {2,8}at [^\n"]{1,300}?:\d{1,7}:\d{1,7}/ },
  { markers: ['&nbsp;at '], pattern: /&nbsp;at [^\n<]{1,300}/ },
  {
    markers: ['.java:', '.kt:'],
    pattern: /(?:\\t|\b)at [\w.$/<>]{1,300}\([\w$]{1,100}\.(?:java|kt):\d{1,7}\)/,
  },
  { markers: ['goroutine '], pattern: /\bgoroutine \d+ \[[a-z ]+/ },
  {
    markers: ['runtime error: '],
    pattern: /runtime error: (?:invalid memory address|index out of range|slice bounds|integer divide)/,
  },
  { markers: ['.go:'], pattern: /[\w./@-]{1,200}\.go:\d{1,7}\b/ },
  { markers: ['Traceback (most'], pattern: /Traceback \(most recent call last\)/ },
  { markers: ['.py'], pattern: /File \\?"[^"\n]{1,200}\.py\\?", line \d+/ },
  { markers: ['panicked at '], pattern: /thread '[^'\n]{1,100}'[^\n]{0,20} panicked at / },
  { markers: ['.rs:'], pattern: /[\w./-]{1,200}\.rs:\d{1,7}:\d{1,7}/ },
  { markers: ['.cs:line '], pattern: /\bin [^\n"]{1,200}\.cs:line \d+/ },
  { markers: ['Stack trace:'], pattern: /Stack trace:(?:\\n|\n)#0 / },
  { markers: ['.rb:'], pattern: /[\w./-]{1,200}\.rb:\d{1,7}:in / },
];
