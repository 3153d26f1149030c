import { closest } from '../../internal/closest.js';
import { BadValue, type ValueReader } from './value-reader.js';

/** Reads one of some names. */
export function oneOf<Name extends string>(...names: readonly Name[]): ValueReader<Name> {
  const read = (text: string): Name => {
    const name = names.find((known) => known === text);
    if (name !== undefined) return name;
    const meant = closest(text, names);
    const hint = meant === undefined ? '' : ` (did you mean ${meant}?)`;
    throw new BadValue(`must be one of ${names.join(', ')}${hint}`);
  };
  return Object.assign(read, { choices: names });
}

/** Reads one of many names. The error suggests the closest name, or the flag that lists all. */
export function knownName<Name extends string>(names: readonly Name[], listedBy: string): ValueReader<Name> {
  const read = (text: string): Name => {
    const name = names.find((known) => known === text);
    if (name !== undefined) return name;
    const meant = closest(text, names);
    const hint = meant === undefined ? `${listedBy} lists them` : `did you mean ${meant}?`;
    throw new BadValue(`must be a known name (${hint})`);
  };
  return Object.assign(read, { choices: names });
}
