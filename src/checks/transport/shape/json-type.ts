/** Names the type of a value that was read from JSON, its integers as bigints: `array`, `integer`, `absent`. */
export function jsonType(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'bigint' ? 'integer' : typeof value;
}
