import { bodyBytes } from '../../case/body-bytes.js';
import type { CaseRequest } from '../../case/case-plan.js';

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
