import * as AbiFunction from 'ox/AbiFunction';
import { UsageError } from '../../../errors.js';
import { printText, printValue } from '../../../internal/print.js';
import type { CallFunction } from '../call-function.js';
import { type AbiInput, abiTypeText, readAbiType } from './abi-type.js';

/**
 * Reads a human-readable signature: `swap(address tokenOut, uint256 minimumOutput)`, with or without `function` before
 * it and modifiers behind it.
 *
 * @throws {UsageError} with the parser's reason.
 */
export function readSignature(signature: string): CallFunction {
  const { name, inputs } = parse(signature);
  return callFunction(name, inputs, 'signature');
}

/** Makes a function of its name and parameters; the path says where they come from. */
export function callFunction(name: string, inputs: readonly AbiInput[], path: string): CallFunction {
  const types = inputs.map((input, index) => readAbiType(input, `${path}.inputs[${index}]`));
  return { name, types, signature: `${name}(${types.map(abiTypeText).join(',')})` };
}

function parse(signature: string): AbiFunction.AbiFunction {
  const text = signature
    .replace(/\s+/g, ' ')
    .replace(/ ?([(),;]) ?/g, '$1')
    .replace(/\)(?=\w)/g, ') ')
    .replace(/;$/, '')
    .trim();
  try {
    return AbiFunction.from((text.startsWith('function ') ? text : `function ${text}`) as never);
  } catch (error) {
    const reason = printText(String((error as Error).message).replace(/\s*\n\s*/g, ' '));
    throw new UsageError(
      'callTo was given bad options',
      [
        `signature must be such as swap(address tokenOut, uint256 minimumOutput), got ${printValue(signature)}: ${reason}`,
      ],
      error,
    );
  }
}
