import { printText } from '../../internal/print.js';
import { Refusal } from './refusal.js';

/** What stands for the parameters of a query, decoded, by their names. */
export type QueryValues = ReadonlyMap<string, string>;

/** Which parameters a query has; each that is there must be there once, and not be empty. */
export interface QueryParameters {
  /** Those that must be given. */
  readonly parameters: readonly string[];
  /** Those that may be given. */
  readonly optionalParameters?: readonly string[];
}

/**
 * Reads a query, the text after the question mark.
 *
 * @throws Refusal 400, when a parameter is missing, unknown, empty, or given more than once.
 */
export function readQuery(
  text: string,
  { parameters, optionalParameters = [] }: QueryParameters,
): QueryValues {
  const pairs = pairsOf(text);
  const values = new Map(pairs);
  for (const name of parameters) if (!values.has(name)) throw new Refusal(400, `${name} is missing`);
  for (const [name, value] of pairs) {
    if (!parameters.includes(name) && !optionalParameters.includes(name))
      throw new Refusal(400, `unknown query parameter ${printText(name)}`);
    if (values.size < pairs.length) {
      const times = pairs.filter(([other]) => other === name).length;
      if (times > 1) throw new Refusal(400, `${name} is given ${times} times`);
    }
    if (value === '') throw new Refusal(400, `${name} is empty`);
  }
  return values;
}

function pairsOf(text: string): (readonly [name: string, value: string])[] {
  // Most queries have nothing to decode, and are asked for thousands of times a second.
  if (/[%+]/.test(text)) return [...new URLSearchParams(`?${text}`)];
  return text
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const equalsAt = part.indexOf('=');
      return equalsAt === -1 ? [part, ''] : [part.slice(0, equalsAt), part.slice(equalsAt + 1)];
    });
}
