import { stringify } from 'lossless-json';
import { UsageError } from '../errors.js';
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
  try {
    const text = stringify(body);
    if (text !== undefined) return text;
  } catch (error) {
    // The way into a cycle or a deep nest ends when the stack does.
    if (error instanceof RangeError)
      throw new UsageError('jsonText takes no cycle, and nothing nested so deeply', [], error);
    throw error;
  }
  throw new UsageError(`jsonText takes a JSON value, got ${printValue(body)}`);
}
