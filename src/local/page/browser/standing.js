/** @import { WireOperation } from './page-state.js' */

/**
 * @typedef {object} Standing How an operation stands: in a word, as a mark, and for the style sheet.
 * @property {string} name
 * @property {string} mark
 * @property {string} style
 * @property {boolean} isOver whether nothing more comes by itself
 */

const underWay = { name: 'under way', mark: '→', style: 'under-way', isOver: false };
const wentBack = { name: 'went back', mark: '↺', style: 'rolled-back', isOver: false };
const done = { name: 'done', mark: '✓', style: 'done', isOver: true };
const failed = { name: 'failed', mark: '✕', style: 'failed', isOver: false };
const rollingBack = { name: 'rolling back', mark: '↩', style: 'rolled-back', isOver: false };
const rolledBack = { name: 'rolled back', mark: '↩', style: 'rolled-back', isOver: true };

/**
 * Tells how an operation stands. One that failed and has moved on is on its way home; a note without an error says
 * that it ends where it is. Only a reorganisation takes one back.
 *
 * @param {WireOperation} operation
 * @param {readonly string[]} stages
 * @returns {Standing}
 */
export function standingOf({ stage, success, note, history }, stages) {
  const isAtEnd = stage === stages.at(-1);
  const lastFailure = history.findLastIndex((entry) => !entry.success);
  if (lastFailure !== -1) {
    if (lastFailure === history.length - 1) return failed;
    return isAtEnd ? rolledBack : rollingBack;
  }
  if (!success) return failed;
  if (isAtEnd || (note && !note.errorName)) return done;
  const before = history.at(-2);
  return before && stages.indexOf(before.stage) > stages.indexOf(stage) ? wentBack : underWay;
}

/**
 * The class that gives a stage its colour.
 *
 * @param {string} stage
 * @param {readonly string[]} stages
 */
export function stageStyle(stage, stages) {
  return `stage-${Math.min(stages.indexOf(stage) + 1, 7)}`;
}
