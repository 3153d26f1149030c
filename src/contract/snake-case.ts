/**
 * Copies a JSON value with every snake_case member name turned into camelCase (`estimated_gas` becomes
 * `estimatedGas`). A member whose camelCase name is already there is kept under its own name, so nothing is lost.
 */
export function camelCaseMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCaseMembers);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([name, member]) => {
    const camel = toCamelCase(name);
    return [camel !== name && Object.hasOwn(value, camel) ? name : camel, camelCaseMembers(member)];
  });
  return Object.fromEntries(entries);
}

function toCamelCase(name: string): string {
  return name.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
