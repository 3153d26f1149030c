/** @import { WireOperation } from './page-state.js' */
import { svgElement } from './element.js';
import { spansOf } from './stage-spans.js';
import { stageStyle } from './standing.js';
import { duration } from './texts.js';

const laneHeight = 36;

/**
 * Draws when an operation was at which stage, a lane for each stage.
 *
 * @param {WireOperation} operation
 * @param {readonly string[]} stages
 * @param {number | undefined} nowMs without it, the last stage is drawn short
 */
export function stageTimeline(operation, stages, nowMs) {
  const spans = spansOf(operation, nowMs);
  const lanes = stages.map((stage, index) => {
    const here = spans.filter((span) => span.stage === stage);
    const lane = { class: `${stageStyle(stage, stages)} ${here.length ? '' : 'unreached'}` };
    return svgElement(
      'g',
      { ...lane, transform: `translate(0 ${index * laneHeight})` },
      svgElement('text', { y: 14 }, `${index + 1}  ${stage}`),
      svgElement('text', { y: 14, x: '100%', class: 'times' }, here.map(timesOf).join(' · ')),
      svgElement('rect', { class: 'track', y: 21, width: '100%', height: 8, rx: 2 }),
      ...here.map(({ left, width, isFailed }) =>
        svgElement('rect', {
          class: 'span',
          fill: isFailed ? 'url(#hatch)' : undefined,
          x: `${left}%`,
          y: 21,
          width: `${width}%`,
          height: 8,
        }),
      ),
    );
  });
  const label = `Stages: ${spans.map((span) => `${span.stage} ${timesOf(span)}`).join('; ')}`;
  const drawing = { class: 'timeline', role: 'img', 'aria-label': label, height: stages.length * laneHeight };
  return svgElement('svg', drawing, ...lanes);
}

/** @param {import('./stage-spans.js').StageSpan} span */
function timesOf({ fromMs, ms, isFailed, isLast }) {
  return `${isFailed ? '✕ failed ' : ''}+${duration(fromMs)}${isLast ? '' : `, for ${duration(ms)}`}`;
}
