import * as AbiError from 'ox/AbiError';
import * as AbiParameters from 'ox/AbiParameters';
import * as Hash from 'ox/Hash';
import * as HexText from 'ox/Hex';
import { methodParameters } from '../../contract/formats.js';
import { bridgedTokenAbi, crossChainLayerAbi, failingTargetAbi, swapTargetAbi } from './artifacts.js';
import type { Hex } from './json-rpc.js';
import type { InMessage } from './layer.js';
import type { NodeChain } from './node-chain.js';

const panics: Record<string, string> = {
  '0x0': 'generic panic',
  '0x1': 'assertion failed',
  '0x11': 'arithmetic overflow or underflow',
  '0x12': 'division or modulo by zero',
  '0x21': 'conversion to an enum out of range',
  '0x22': 'badly encoded storage byte array',
  '0x31': 'pop of an empty array',
  '0x32': 'array index out of bounds',
  '0x41': 'too much memory allocated',
  '0x51': 'call of an uninitialised function',
};

const reason = AbiError.from('error Error(string reason)');
const panic = AbiError.from('error Panic(uint256 code)');
const builtInErrors: readonly AbiError.AbiError[] = [
  reason,
  panic,
  ...[...crossChainLayerAbi, ...bridgedTokenAbi, ...swapTargetAbi, ...failingTargetAbi].filter(
    (item) => item.type === 'error',
  ),
];

/**
 * Decodes the data of a revert to a text: the reason, the panic's code and meaning, the custom error with its
 * arguments, or the data itself if the error is unknown.
 */
export type RevertReader = (data: Hex) => string;

/** Creates a reader that knows the errors of the layer, its tokens and its targets, and further ones. */
export function createRevertReader(furtherErrors: readonly AbiError.AbiError[] = []): RevertReader {
  const errorOf = new Map(
    [...furtherErrors, ...builtInErrors].map((error) => [AbiError.getSelector(error), error]),
  );
  return (data) => {
    if (data === '0x') return 'execution reverted without data';
    const error = errorOf.get(data.slice(0, 10) as Hex);
    return `execution reverted: ${(error && decoded(error, data)) ?? data}`;
  };
}

function decoded(error: AbiError.AbiError, data: Hex): string | undefined {
  const values = argumentsOf(error, data);
  if (values === undefined) return undefined;
  if (error.name === 'Error') return String(values[0]);
  if (error.name !== 'Panic') return `${error.name}(${values.map(argumentText).join(', ')})`;
  const code = `0x${(values[0] as bigint).toString(16)}`;
  return `Panic(${code}): ${panics[code] ?? 'unknown panic'}`;
}

function argumentsOf(error: AbiError.AbiError, data: Hex): readonly unknown[] | undefined {
  try {
    return AbiParameters.decode(error.inputs, `0x${data.slice(10)}`) as readonly unknown[];
  } catch {
    // A contract can revert with a known selector and other data after it.
    return undefined;
  }
}

function argumentText(value: unknown): string {
  return typeof value === 'string' && !value.startsWith('0x') ? JSON.stringify(value) : String(value);
}

/**
 * Returns why the delivery of a message reverted with some data. A method that the target does not have and a bare
 * `revert()` both leave no data. The target's code tells them apart, because it contains the selectors of its methods.
 */
export async function explainRevert(
  chain: Pick<NodeChain, 'codeOf'>,
  revertText: RevertReader,
  { target, methodName }: InMessage,
  data: Hex,
  block: Hex,
): Promise<string> {
  if (data !== '0x' || methodName === '') return revertText(data);
  const signature = methodName.endsWith(methodParameters) ? methodName : methodName + methodParameters;
  return hasMethod(await chain.codeOf(target, block), signature)
    ? revertText(data)
    : `execution reverted: the target has no method ${signature}`;
}

function hasMethod(code: Hex, signature: string): boolean {
  const selector = Hash.keccak256(HexText.fromString(signature)).slice(2, 10);
  // The compiler pushes a selector without its leading zero bytes.
  return code.includes(selector.replace(/^(?:00)+/, ''));
}
