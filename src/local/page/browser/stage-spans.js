/** @import { WireOperation } from './page-state.js' */

/**
 * @typedef {object} StageSpan A time that an operation spent at a stage; left and width are percents of the whole.
 * @property {string} stage
 * @property {boolean} isFailed
 * @property {boolean} isLast
 * @property {number} fromMs since its submission
 * @property {number} ms
 * @property {number} left
 * @property {number} width
 */

/**
 * The times that an operation spent at its stages, oldest first. The last lasts until now, but is drawn no longer than
 * all of those before it together: an operation that has stood still for hours would else be one bar.
 *
 * @param {WireOperation} operation
 * @param {number} [nowMs] without it, the last is drawn short
 * @returns {StageSpan[]}
 */
export function spansOf({ history }, nowMs) {
  const startMs = history[0]?.atMs ?? 0;
  const lastMs = (history.at(-1)?.atMs ?? 0) - startMs;
  const sinceMs = Math.max(0, (nowMs ?? 0) - startMs - lastMs);
  const tailMs = nowMs === undefined ? lastMs / 8 || 1 : Math.min(sinceMs, lastMs || sinceMs);
  const wholeMs = lastMs + tailMs || 1;
  return history.map(({ stage, success, atMs }, index) => {
    const next = history[index + 1];
    const fromMs = atMs - startMs;
    const drawnMs = next ? next.atMs - atMs : tailMs;
    return {
      stage,
      isFailed: !success,
      isLast: !next,
      fromMs,
      ms: next ? drawnMs : sinceMs,
      left: (fromMs / wholeMs) * 100,
      width: (drawnMs / wholeMs) * 100,
    };
  });
}
