import type { CaseBody } from './case-plan.js';

/** Returns the bytes of a body: a text in UTF-8. */
export function bodyBytes(body: CaseBody): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.base64, 'base64');
}
