/** Writes JSON for people to review: two spaces, a line feed at the end. Members keep the order in which they are given. */
export function writtenJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
