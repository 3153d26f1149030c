import { firstMatch } from '../../../internal/marked-pattern.js';
import { secretPatterns } from '../../../internal/secret-patterns.js';
import type { Check } from '../../case/check.js';
import { type Flaw, judgeEach } from '../../case/judge-each.js';
import { isEchoed } from './echoed-text.js';

/** Answers hold no credential, neither one that was sent nor one of the service. Messages do not show it. */
export const leakedSecret: Check = {
  name: 'leaked-secret',
  family: 'transport',
  severity: 'critical',
  about:
    'An answer must not contain a credential of the request or anything that looks like a key or password.',
  source: 'practice: secrets in errors',
  judge: judgeEach(({ request, answer }) => {
    if (answer === undefined) return undefined;
    if (answer.echoesCredential) return flaw('credential', 'no credential of the request', 'one of them');
    const secret = firstMatch(answer.text, secretPatterns);
    if (secret === undefined || isEchoed(secret, request)) return undefined;
    return flaw('key or password', 'nothing that looks like a key or password', 'such a text');
  }),
};

function flaw(kind: string, expected: string, received: string): Flaw {
  return { path: '', class: kind, message: `expected ${expected} in the answer, got ${received}` };
}
