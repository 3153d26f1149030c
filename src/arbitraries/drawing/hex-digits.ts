/** Writes an integer as hex digits of a fixed number of bytes, without prefix. */
export function toHexDigits(value: bigint, bytes: number): string {
  return value.toString(16).padStart(2 * bytes, '0');
}
