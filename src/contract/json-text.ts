import { stringify } from 'lossless-json';
import { UsageError } from '../errors/usage-error.js';
import { printValue } from '../internal/print.js';

/**
 * Writes a body as JSON text with exact integers: a bigint becomes its digits, which `JSON.stringify` refuses to do.
 * Members that are undefined are left out. Sections 2.1 to 2.3.
 *
 * @throws {UsageError} for what JSON has no text for, such as undefined.
 * @example
 * import { jsonText } from 'crosscheck/contract';
 *
 * jsonText({ response: { estimatedGas: 9007199254740993n } }); // {"response":{"estimatedGas":9007199254740993}}
 */
export function jsonText(body: unknown): string {
  const text = stringify(body);
  if (text === undefined) throw new UsageError(`jsonText takes a JSON value, got ${printValue(body)}`);
  return text;
}
