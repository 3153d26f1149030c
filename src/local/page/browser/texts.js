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

/**
 * A number of things: `1 leaf`, `2 leaves`.
 *
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export function counted(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
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
  return dateAndTime(atMs)[1];
}

/** @param {number} atMs */
export function moment(atMs) {
  const [date, time] = dateAndTime(atMs);
  return `${date} ${time.split('.')[0]} UTC`.trim();
}

/**
 * A clock can be set further than a date can be.
 *
 * @param {number} atMs
 * @returns {[date: string, time: string]}
 */
function dateAndTime(atMs) {
  const date = new Date(atMs);
  if (Number.isNaN(date.getTime())) return ['', `${atMs} ms`];
  const [day = '', time = ''] = date.toISOString().split('T');
  return [day, time.slice(0, -1)];
}
