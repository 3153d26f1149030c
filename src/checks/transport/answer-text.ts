import { formatText } from '../../internal/print.js';
import type { Answer } from '../case/observation.js';

const longestExcerpt = 160;

/** Writes status and body of an answer on one line: `500 with {"error":"internal error"}`. */
export function answerText(answer: Answer): string {
  return `${answer.status} with ${bodyText(answer)}`;
}

/** Writes a piece of an answer's body on one line, by default the first; of one with a credential in it nothing. */
export function bodyText({ text, echoesCredential }: Answer, start = 0): string {
  if (echoesCredential) return 'a body that contains a credential';
  return text === '' ? 'an empty body' : formatText(text.slice(Math.max(start, 0)), longestExcerpt);
}
