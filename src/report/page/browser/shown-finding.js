/** @import { PageFinding } from '../page-finding.js' */
import { element, elementById } from '../../../local/page/browser/element.js';
import { dataTable } from './data-table.js';

/**
 * Shows all that is known of a finding, and where else its cause shows.
 *
 * @param {PageFinding} finding
 */
export function showFinding({ message, facts, places, plan, exchanges, replay, curl, test }) {
  const parts = [
    element('p', { class: 'note' }, message),
    element('dl', {}, ...facts.flatMap(([name, text]) => [element('dt', {}, name), element('dd', {}, text)])),
    ...(places.length === 0
      ? []
      : [
          element('h3', {}, 'More, probably with the same cause'),
          element('div', { class: 'scroll' }, dataTable(['Finding', 'How sure', 'Where'], places)),
        ]),
    ...exchanges.flatMap(({ title, request, response }) => [
      element('h3', {}, title),
      textBlock('What was sent', request),
      textBlock('What came', response),
    ]),
    element('h3', {}, 'How to repeat it'),
    ...(replay === undefined
      ? []
      : [textBlock('With the command, and the flags or variables of the campaign', replay)]),
    textBlock('With curl', curl),
    textBlock('As a test', test),
    textBlock('The whole case', plan, false),
  ];
  elementById('finding').replaceChildren(...parts);
}

/**
 * @param {string} name
 * @param {string} text
 * @param {boolean} [open]
 */
function textBlock(name, text, open = true) {
  const copy = element('button', { type: 'button', 'aria-label': `Copy: ${name}` }, 'Copy');
  const content = element('pre', { tabindex: 0, role: 'region', 'aria-label': name }, text);
  copy.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = 'Copied';
    } catch {
      // Some browsers allow it on no page from a file: what is selected can be copied by hand.
      getSelection()?.selectAllChildren(content);
    }
  });
  return element(
    'details',
    { open: open ? '' : undefined },
    element('summary', {}, name),
    element('div', { class: 'text' }, copy, content),
  );
}
