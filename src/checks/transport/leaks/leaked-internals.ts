import { firstMatch } from '../../../internal/marked-pattern.js';
import { formatText } from '../../../internal/print.js';
import type { Check } from '../../case/check.js';
import { judgeEach } from '../../case/judge-each.js';
import type { Answer } from '../../case/observation.js';
import { isEchoed } from './echoed-text.js';
import { filePaths } from './file-paths.js';
import { stackTraces } from './stack-traces.js';

interface Leak {
  readonly kind: 'stack trace' | 'file path';
  readonly text: string;
}

/** Answers show nothing of what the service is made of. What the request said itself may come back. */
export const leakedInternals: Check = {
  name: 'leaked-internals',
  family: 'transport',
  severity: 'major',
  about: 'An answer must not show a stack trace or a file path of the server.',
  source: 'practice: stack traces and paths in errors',
  judge: judgeEach(({ request, answer }) => {
    const leak = answer && leakIn(answer);
    if (leak === undefined || isEchoed(leak.text, request)) return undefined;
    // Where a credential stands in the answer, any piece of it may be a piece of that.
    const text = answer?.echoesCredential ? '' : `: ${formatText(leak.text)}`;
    return {
      path: '',
      class: leak.kind,
      message: `expected no internals of the service, got a ${leak.kind}${text}`,
    };
  }),
};

function leakIn({ text: written, json }: Answer): Leak | undefined {
  // Some writers of JSON escape what need not be.
  const text = written.includes('\\/') ? written.replaceAll('\\/', '/') : written;
  const trace = firstMatch(text, stackTraces);
  if (trace !== undefined) return { kind: 'stack trace', text: trace };
  // The paths in a page are URLs.
  const path = 'value' in json ? firstMatch(text, filePaths) : undefined;
  return path === undefined ? undefined : { kind: 'file path', text: path };
}
