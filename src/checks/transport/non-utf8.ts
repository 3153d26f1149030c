import type { Check } from '../case/check.js';
import { customSchemaSource } from '../case/check-source.js';
import { judgeEach } from '../case/judge-each.js';
import { bodyText } from './answer-text.js';

/** Texts are complete UTF-8. Bodies with another declared encoding or charset are not examined here. */
export const nonUtf8: Check = {
  name: 'non-utf8',
  family: 'transport',
  severity: 'major',
  about: 'The body of an answer must be UTF-8: no other encoding, no truncated character.',
  source: 'sections 2.2 and 2.3: JSON, which is UTF-8 (RFC 8259, 8.1)',
  customSource: customSchemaSource,
  judge: judgeEach(({ answer }) => {
    if (answer === undefined || answer.isUtf8 || saysOtherwise(answer.headers)) return undefined;
    return {
      path: '',
      class: 'bytes that are not UTF-8',
      message: `expected a body in UTF-8, got other bytes (here U+FFFD): ${bodyText(answer, answer.text.indexOf('\uFFFD') - 60)}`,
    };
  }),
};

function saysOtherwise(headers: Readonly<Record<string, string>>): boolean {
  const encoding = headers['content-encoding'] ?? 'identity';
  return encoding !== 'identity' || /charset\s*=\s*"?(?!utf-8)\w/i.test(headers['content-type'] ?? '');
}
