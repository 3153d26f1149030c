import { BarChart } from 'chartist';
import { element } from '../../../local/page/browser/element.js';

const labelWidth = 90;

/**
 * @typedef {object} Bars
 * @property {string} name what the chart shows
 * @property {readonly string[]} labels one for each place
 * @property {readonly { style: string, values: readonly number[] }[]} series stacked
 * @property {(place: number) => string | undefined} [markAt] what happened at a place, if something did
 */

/**
 * Draws bars, and below them a table with the same numbers, which says all to those who do not see the bars.
 *
 * @param {Bars} bars
 * @param {HTMLElement} table
 */
export function barChart({ name, labels, series, markAt }, table) {
  const drawing = element('div', { class: 'chart', role: 'img', 'aria-label': `${name}: a table follows` });
  const chart = new BarChart(
    drawing,
    {
      labels: [...labels],
      series: series.map(({ style, values }) => ({ className: style, data: [...values] })),
    },
    {
      stackBars: true,
      height: '190px',
      low: 0,
      chartPadding: { top: 18, right: 8, bottom: 0, left: 0 },
      axisX: {
        showGrid: false,
        labelInterpolationFnc(label, place) {
          const most = Math.max(1, Math.floor(drawing.clientWidth / labelWidth));
          return place % Math.ceil(labels.length / most) === 0 ? label : null;
        },
      },
      axisY: {
        offset: 48,
        scaleMinSpace: 28,
        labelInterpolationFnc: (value) => Number(value).toLocaleString('en'),
      },
    },
  );
  chart.on('draw', (drawn) => {
    if (drawn.type !== 'bar') return;
    const width = drawn.axisX.axisLength / labels.length;
    drawn.element.attr({ 'stroke-width': Math.max(1, width * 0.85) });
  });
  chart.on('created', ({ svg, chartRect }) => {
    const width = chartRect.width() / labels.length;
    for (const place of labels.keys()) {
      const mark = markAt?.(place);
      if (mark === undefined) continue;
      const text = svg.elem('text', { x: chartRect.x1 + (place + 0.5) * width, y: 12 }, 'happened');
      text.text('▼').elem('title').text(mark);
    }
  });
  return element(
    'figure',
    {},
    element('figcaption', { class: 'quiet' }, name),
    drawing,
    element(
      'details',
      {},
      element('summary', {}, 'As a table'),
      element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': name }, table),
    ),
  );
}
