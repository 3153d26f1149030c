import { UsageError } from '../../../errors.js';
import { closest } from '../../../internal/closest.js';
import { printValue } from '../../../internal/print.js';
import type { CallFunction } from '../call-function.js';
import type { AbiInput } from './abi-type.js';
import { callFunction } from './read-signature.js';

/** A JSON ABI, as compilers write it. Only its functions are looked at. */
export type CallAbi = readonly {
  readonly type: string;
  readonly name?: string | undefined;
  readonly inputs?: readonly AbiInput[] | undefined;
}[];

interface NamedItem {
  readonly name: string;
  readonly inputs: readonly AbiInput[];
  readonly path: string;
}

const identifier = /^[A-Za-z_$][\w$]*$/;

/**
 * Reads the functions of a JSON ABI: those that are named, by name or by signature such as `swap(address,uint256)`,
 * or all.
 *
 * @throws {UsageError} for an ABI that is none, a function that there is not, and names that mean more than one.
 */
export function readAbi(abi: CallAbi, chosen?: readonly string[]): CallFunction[] {
  const items = functionItems(abi);
  if (items.length === 0) refuse('abi has no function');
  if (chosen === undefined) return withoutOverloads(items).map(read);
  return [...new Set(chosen)].map((wanted) => choose(items, wanted));
}

function functionItems(abi: CallAbi): NamedItem[] {
  return abi.flatMap((item, index) => {
    const path = `abi[${index}]`;
    if (typeof item !== 'object' || item === null)
      return refuse(`${path} must be an item of a JSON ABI, got ${printValue(item)}`);
    if (item.type !== 'function') return [];
    const { name, inputs = [] } = item;
    if (typeof name !== 'string' || !identifier.test(name))
      return refuse(`${path}.name must be the name of a function, got ${printValue(name)}`);
    if (!Array.isArray(inputs)) return refuse(`${path}.inputs must be a list, got ${printValue(inputs)}`);
    return [{ name, inputs, path }];
  });
}

function choose(items: readonly NamedItem[], wanted: string): CallFunction {
  if (identifier.test(wanted)) {
    const named = items.filter(({ name }) => name === wanted);
    if (named.length === 0) refuse(`functions names ${wanted}, which is not in abi${hint(wanted, items)}`);
    return read(withoutOverloads(named)[0] as NamedItem);
  }
  const name = /^[^(]*/.exec(wanted)?.[0] ?? '';
  const overloads = items.filter((item) => item.name === name).map(read);
  const found = overloads.find(({ signature }) => signature === wanted.replace(/\s/g, ''));
  if (found) return found;
  const meant = overloads.map(({ signature }) => signature).join(', ');
  return refuse(
    `functions names ${printValue(wanted)}, which is not in abi${meant === '' ? hint(name, items) : `; there is ${meant}`}`,
  );
}

/** The name alone goes over the wire, so a call of an overloaded name does not say which one it means. */
function withoutOverloads(items: readonly NamedItem[]): readonly NamedItem[] {
  const overloaded = items.find(({ name }, index) => items.findIndex((item) => item.name === name) !== index);
  if (overloaded === undefined) return items;
  const signatures = items.filter(({ name }) => name === overloaded.name).map((item) => read(item).signature);
  return refuse(
    `abi has more than one function ${overloaded.name}: ${signatures.join(', ')}; name one by its signature in functions`,
  );
}

function read({ name, inputs, path }: NamedItem): CallFunction {
  return callFunction(name, inputs, `${path} (${name})`);
}

function hint(wanted: string, items: readonly NamedItem[]): string {
  const names = [...new Set(items.map(({ name }) => name))];
  const meant = closest(wanted, names);
  return meant === undefined ? `; its functions are ${names.join(', ')}` : `; did you mean ${meant}?`;
}

function refuse(detail: string): never {
  throw new UsageError('callTo was given bad options', [detail]);
}
