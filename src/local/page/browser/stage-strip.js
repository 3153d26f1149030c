/** @import { WireOperation } from './page-state.js' */
import { svgElement } from './element.js';
import { spansOf } from './stage-spans.js';
import { stageStyle } from './standing.js';

const height = 20;

/**
 * Draws the life of an operation in one line: the further the stage, the higher the bar.
 *
 * @param {WireOperation} operation
 * @param {readonly string[]} stages
 */
export function stageStrip(operation, stages) {
  const bars = spansOf(operation).map(({ stage, isFailed, left, width }) => {
    const tall = ((stages.indexOf(stage) + 1) / stages.length) * height;
    return svgElement('rect', {
      class: stageStyle(stage, stages),
      fill: isFailed ? 'url(#hatch)' : undefined,
      x: `${left}%`,
      y: height - tall,
      width: `${width}%`,
      height: tall,
    });
  });
  return svgElement('svg', { class: 'strip', height, 'aria-hidden': true }, ...bars);
}
