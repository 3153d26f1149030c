/**
 * Reads from the control listener.
 *
 * @param {string} path
 */
export async function read(path) {
  const response = await fetch(path, { cache: 'no-store' });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}
