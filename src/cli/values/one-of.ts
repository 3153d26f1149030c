import { closest } from '../../internal/closest.js';
import { BadValue, type ValueReader } from './value-reader.js';

// More names than this are no help to somebody who only misspelt one.
const longestList = 8;

/** Reads one of some names. */
export function oneOf<Name extends string>(...names: readonly Name[]): ValueReader<Name> {
  return (text) => {
    const name = names.find((known) => known === text);
    if (name !== undefined) return name;
    const meant = names.length > longestList ? closest(text, names) : undefined;
    throw new BadValue(
      meant === undefined
        ? `must be one of ${names.join(', ')}`
        : `must be a known name (did you mean ${meant}?)`,
    );
  };
}
