/** @import { Distribution } from '../distribution.js' */
import { element, elementById } from '../../../local/page/browser/element.js';
import { barChart } from './bar-chart.js';
import { dataTable } from './data-table.js';

/**
 * Shows how values are distributed.
 *
 * @param {string} id of the place
 * @param {Distribution | undefined} distribution
 * @param {{ name: string, value: string, nothing: string }} texts
 */
export function showDistribution(id, distribution, { name, value, nothing }) {
  const place = elementById(id);
  if (distribution === undefined) {
    place.append(element('p', { class: 'quiet' }, nothing));
    return;
  }
  const { bins, percentiles } = distribution;
  place.append(
    element('p', {}, percentiles.map(([share, text]) => `${share} ${text}`).join(' · ')),
    barChart(
      {
        name,
        labels: bins.map(({ from }) => from),
        series: [{ style: 'all', values: bins.map(({ count }) => count) }],
      },
      dataTable(
        [`${value}, from`, 'to below', 'Answers'],
        bins.map(({ from, to, count }) => [from, to, count]),
      ),
    ),
  );
}
