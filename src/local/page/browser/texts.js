/** @param {string} hex */
export function shortHash(hex) {
  return hex.length > 14 ? `${hex.slice(0, 6)}…${hex.slice(-4)}` : hex;
}

/**
 * The beginning of a text, which may be as long as a request may be.
 *
 * @param {unknown} text
 */
export function brief(text) {
  const whole = String(text);
  return whole.length > 300 ? `${whole.slice(0, 300)}… (${whole.length} characters)` : whole;
}

/** @param {number} ms */
export function duration(ms) {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${Number((ms / 1000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

/**
 * The time of day, in UTC.
 *
 * @param {number} atMs
 */
export function timeOfDay(atMs) {
  return new Date(atMs).toISOString().slice(11, 23);
}

/** @param {number} atMs */
export function moment(atMs) {
  return `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
