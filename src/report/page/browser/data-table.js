import { element } from '../../../local/page/browser/element.js';

/**
 * Makes a table of texts and numbers; the first cell of a row is its head.
 *
 * @param {readonly string[]} heads
 * @param {readonly (readonly (Node | string | number)[])[]} rows
 */
export function dataTable(heads, rows) {
  const numbers = heads.map((_, column) => typeof rows[0]?.[column] === 'number');
  const style = (/** @type {number} */ column) => (numbers[column] ? 'number' : undefined);
  return element(
    'table',
    { class: 'data' },
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        ...heads.map((head, column) => element('th', { scope: 'col', class: style(column) }, head)),
      ),
    ),
    element(
      'tbody',
      {},
      ...rows.map((cells) =>
        element(
          'tr',
          {},
          ...cells.map((cell, column) =>
            element(
              column === 0 ? 'th' : 'td',
              { scope: column === 0 ? 'row' : undefined, class: style(column) },
              typeof cell === 'number' ? cell.toLocaleString('en') : cell,
            ),
          ),
        ),
      ),
    ),
  );
}
