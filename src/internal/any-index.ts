/** Writes a path with `[]` for any index, as signatures do. */
export function anyIndex(path: string): string {
  return path.replace(/\[\d+\]/g, '[]');
}
