import { BadValue } from './value-reader.js';

/** Reads an HTTP URL. */
export function httpUrl(text: string): string {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return text;
  throw new BadValue('must be an http or https URL, such as http://127.0.0.1:8545');
}
