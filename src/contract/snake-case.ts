import { isDeepStrictEqual } from 'node:util';

/**
 * Copies a JSON value with every snake_case member name turned into camelCase (`estimated_gas` becomes
 * `estimatedGas`). Of two names that become one, the one that is camelCase already stays, so ask
 * {@link disagreeingMembers} first.
 */
export function camelCaseMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCaseMembers);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, member]) => {
    const camel = toCamelCase(name);
    return [camel !== name && Object.hasOwn(value, camel) ? name : camel, camelCaseMembers(member)];
  });
  return Object.fromEntries(entries);
}

/**
 * Finds two members of one object whose names differ in nothing but the case of their letters and in underscores
 * (`simulationStatus` and `simulation_status`), and whose values differ. Whichever a reader takes, another reader may take
 * the other one. Names are case-sensitive (section 2), so such a pair with equal values is no more than an unknown member.
 *
 * @returns The paths of the first pair; undefined when there is none.
 */
export function disagreeingMembers(value: unknown, path = ''): readonly [string, string] | undefined {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const found = disagreeingMembers(item, `${path}[${index}]`);
      if (found) return found;
    }
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const pathOf = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const seen = new Map<string, string>();
  for (const [name, member] of Object.entries(value)) {
    const folded = name.replaceAll('_', '').toLowerCase();
    const other = seen.get(folded);
    if (other !== undefined && !isDeepStrictEqual(value[other], member)) return [pathOf(other), pathOf(name)];
    seen.set(folded, name);
    const found = disagreeingMembers(member, pathOf(name));
    if (found) return found;
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function toCamelCase(name: string): string {
  return name.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
