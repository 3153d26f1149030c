/** @import { PageData } from '../page-data.js' */
import { element, elementById } from '../../../local/page/browser/element.js';
import { counted, duration } from '../../../local/page/browser/texts.js';
import { barChart } from './bar-chart.js';
import { dataTable } from './data-table.js';

/**
 * Shows what happened when: requests a second by phase with the findings above them, and how long answers took.
 *
 * @param {Pick<PageData, 'timeline' | 'phases'>} data
 */
export function showTimeline({ timeline: { slotMs, slots }, phases }) {
  const place = elementById('timeline');
  if (slots.length === 0) {
    place.append(element('p', { class: 'quiet' }, 'Nothing was sent.'));
    return;
  }
  const labels = slots.map((_, index) => duration(index * slotMs));
  const perSecond = (/** @type {number} */ requests) => Math.round((requests / slotMs) * 10_000) / 10;
  const series = [
    ...phases.map(({ phase }) => ({
      name: phase,
      style: phase,
      values: slots.map(({ seen }) => perSecond(seen[phase] ?? 0)),
    })),
    {
      name: 'inconclusive',
      style: 'inconclusive',
      values: slots.map(({ inconclusive }) => perSecond(inconclusive)),
    },
  ];
  const rows = labels.map((label, index) => [
    label,
    ...series.map(({ values }) => values[index] ?? 0),
    slots[index]?.newFindings ?? 0,
  ]);
  place.append(
    legend(series),
    barChart(
      {
        name: 'Requests a second',
        labels,
        series,
        markAt: (index) => findingsAt(slots[index]?.newFindings ?? 0),
      },
      dataTable(['From', ...series.map(({ name }) => name), 'New findings'], rows),
    ),
    barChart(
      {
        name: 'Response time of which 95 % were faster, in ms',
        labels,
        series: [{ style: 'all', values: slots.map(({ p95Us = 0 }) => p95Us / 1000) }],
      },
      dataTable(
        ['From', 'ms'],
        labels.map((label, index) => [label, (slots[index]?.p95Us ?? 0) / 1000]),
      ),
    ),
  );
}

/** @param {number} count */
function findingsAt(count) {
  return count === 0 ? undefined : counted(count, 'new finding');
}

/** @param {readonly { name: string, style: string }[]} series */
function legend(series) {
  const items = series.map(({ name, style }) => element('li', { class: style }, name));
  return element(
    'ul',
    { class: 'legend', 'aria-hidden': true },
    ...items,
    element('li', { class: 'happened' }, '▼ new finding'),
  );
}
