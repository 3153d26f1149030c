import fc, { type Arbitrary } from 'fast-check';

/** Gives objects with these members, in this order; a member that is undefined is left out. */
export function members<T extends object>(
  arbitraries: {
    readonly [Name in keyof T]-?: Arbitrary<T[Name] | undefined>;
  },
): Arbitrary<T> {
  const names = Object.keys(arbitraries) as (keyof T & string)[];
  const write = (values: readonly unknown[]): T => {
    const object: Record<string, unknown> = {};
    names.forEach((name, index) => {
      if (values[index] !== undefined) object[name] = values[index];
    });
    return object as T;
  };
  const read = (object: unknown): T[keyof T][] => {
    if (typeof object !== 'object' || object === null || Array.isArray(object))
      throw new TypeError('not an object');
    const unknownName = Object.keys(object).find((name) => !Object.hasOwn(arbitraries, name));
    if (unknownName !== undefined) throw new TypeError(`no member ${unknownName}`);
    return names.map((name) => (object as T)[name]);
  };
  return fc.tuple(...names.map((name) => arbitraries[name])).map(write, read as never);
}
