/** @import { CoverageGroup } from '../coverage.js' */
import { element, elementById, svgElement } from '../../../local/page/browser/element.js';

/**
 * Shows what requests had, and what none had. Bars are logarithmic: rare classes shall be seen beside frequent ones.
 *
 * @param {readonly CoverageGroup[]} groups
 */
export function showCoverage(groups) {
  const classes = groups.flatMap((group) => group.classes);
  const most = Math.max(1, ...classes.map(({ requests }) => requests));
  const tried = classes.filter(({ requests }) => requests > 0).length;
  elementById('coverage-shown').textContent =
    `${tried} of ${classes.length} classes were tried. Bars are logarithmic.`;
  elementById('coverage').append(...groups.map((group) => groupOf(group, most)));
}

/**
 * @param {CoverageGroup} group
 * @param {number} most
 */
function groupOf({ field, classes }, most) {
  return element(
    'section',
    { class: 'group', 'aria-label': field },
    element('h3', {}, field),
    element(
      'ul',
      {},
      ...classes.map(({ name, requests }) =>
        element(
          'li',
          { class: requests === 0 ? 'never' : undefined },
          element('span', {}, name),
          element('span', { class: 'number' }, requests === 0 ? '✕ never' : requests.toLocaleString('en')),
          bar(Math.log(requests + 1) / Math.log(most + 1)),
        ),
      ),
    ),
  );
}

/** @param {number} share */
function bar(share) {
  return svgElement(
    'svg',
    { class: 'bar', height: 4, 'aria-hidden': true },
    svgElement('rect', { width: '100%', height: 4, class: 'track' }),
    svgElement('rect', { width: `${share * 100}%`, height: 4 }),
  );
}
