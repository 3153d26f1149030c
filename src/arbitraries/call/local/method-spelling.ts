import fc, { type Arbitrary } from 'fast-check';

const parameters = '(bytes,bytes)';

/** Gives a method's two names: bare, and with the parameters that every method has. Source: practice. */
export function methodSpelling(...names: readonly string[]): Arbitrary<string> {
  return fc.constantFrom(...names.flatMap((name) => [name, name + parameters]));
}

/** The bare name of a method. */
export function bareName(methodName = ''): string {
  return methodName.endsWith(parameters) ? methodName.slice(0, -parameters.length) : methodName;
}
