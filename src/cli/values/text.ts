import { BadValue, type ValueReader } from './value-reader.js';

/** Reads a text of at least one character. */
export function text(given: string): string {
  if (given.trim() !== '') return given;
  throw new BadValue('must not be empty');
}

/** Reads texts that are separated by commas. */
export const texts: ValueReader<string[]> = Object.assign(
  (given: string) => given.split(',').map((item) => text(item.trim())),
  { isList: true },
);
