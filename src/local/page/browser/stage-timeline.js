/** @import { WireOperation } from './page-state.js' */
import { element, svgElement } from './element.js';
import { spansOf } from './stage-spans.js';
import { stageStyle } from './standing.js';
import { duration } from './texts.js';

const maxVisits = 2;

/**
 * Shows when an operation was at which stage, a lane for each stage.
 *
 * @param {WireOperation} operation
 * @param {readonly string[]} stages
 * @param {number | undefined} nowMs without it, the last stage is drawn short
 */
export function stageTimeline(operation, stages, nowMs) {
  const spans = spansOf(operation, nowMs);
  const lanes = stages.map((stage, index) => {
    const here = spans.filter((span) => span.stage === stage);
    return element(
      'li',
      { class: `${stageStyle(stage, stages)} ${here.length ? '' : 'unreached'}` },
      element('span', { class: 'name' }, `${index + 1}  ${stage}`),
      // A lane that many visited would be all text: each of its bars has its own.
      here.length > maxVisits ? element('span', { class: 'times' }, `${here.length} times, lastly`) : '',
      ...here.slice(-maxVisits).map((span) => element('span', { class: 'times' }, timesOf(span))),
      svgElement(
        'svg',
        { height: 8, 'aria-hidden': true },
        svgElement('rect', { class: 'track', width: '100%', height: 8, rx: 2 }),
        ...here.map(barOf),
      ),
    );
  });
  return element('ol', { class: 'timeline', 'aria-label': 'Stages' }, ...lanes);
}

/** @param {import('./stage-spans.js').StageSpan} span */
function barOf(span) {
  const fill = span.isFailed ? 'url(#hatch)' : undefined;
  return svgElement(
    'rect',
    { class: 'span', fill, x: `${span.left}%`, width: `${span.width}%`, height: 8 },
    svgElement('title', {}, timesOf(span)),
  );
}

/** @param {import('./stage-spans.js').StageSpan} span */
function timesOf({ fromMs, ms, isFailed, isLast }) {
  return `${isFailed ? '✕ failed ' : ''}+${duration(fromMs)}${isLast ? '' : `, for ${duration(ms)}`}`;
}
