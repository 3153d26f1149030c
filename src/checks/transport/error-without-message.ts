import type { Check } from '../case/check.js';
import { judgeEach } from '../case/judge-each.js';
import { answerText, statedError } from './answer-text.js';
import { hasRightMethod } from './request-kind.js';
import { jsonType } from './shape/json-type.js';
import { isDocumented } from './statuses.js';

/** An error of the service has a message. Answers of gateways are not examined. */
export const errorWithoutMessage: Check = {
  name: 'error-without-message',
  family: 'transport',
  severity: 'major',
  about: 'An error of the service must have a message: {"error": "…"}, the text not empty.',
  source: 'practice: error bodies are {"error": string}; section 7 does not show them',
  judge: judgeEach(({ request, answer }, { endpoints }) => {
    if (answer === undefined || answer.status === 200 || !answer.isUtf8) return undefined;
    if (!hasRightMethod(request) || request.method === 'HEAD') return undefined;
    if (!isDocumented(request.endpoint, answer.status, endpoints)) return undefined;
    const error = statedError(answer);
    if (typeof error === 'string' && error.trim() !== '') return undefined;
    return {
      path: 'error',
      class: classOf('value' in answer.json, error),
      message: `expected {"error": "…"} with a reason, got ${answerText(answer)}`,
    };
  }),
};

function classOf(isJson: boolean, error: unknown): string {
  if (!isJson) return 'no JSON';
  return typeof error === 'string' ? 'empty text' : `${jsonType(error)} for string`;
}
