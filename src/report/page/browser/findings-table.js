/** @import { PageFinding } from '../page-finding.js' */
import { element, elementById } from '../../../local/page/browser/element.js';
import { createTableRows } from '../../../local/page/browser/table-rows.js';

/**
 * Creates the table of findings.
 *
 * @param {(finding: PageFinding) => void} onChoose
 */
export function createFindingsTable(onChoose) {
  return createTableRows(elementById('findings'), {
    keyOf: ({ id }) => id,
    buttonOf: (/** @type {PageFinding} */ { id }) => ({ name: id, label: `Finding ${id}` }),
    cellsOf: ({ severity, message, label, occurrences }) => [
      element('td', {}, severity),
      element('td', { class: 'message' }, message),
      element('td', {}, element('span', { class: `mark ${label.style}` }, `${label.mark} ${label.text}`)),
      element('td', { class: 'number widest' }, occurrences.toLocaleString('en')),
    ],
    onChoose,
  });
}
