import { element, updateContent } from './element.js';

/**
 * Keeps the rows of a table in step with a list, and touches only what has changed, so that focus and scrolling stay.
 * Each row starts with a button; one of them is in the tab order, the arrow keys move between them.
 *
 * @template T
 * @param {HTMLElement} body
 * @param {object} by
 * @param {(item: T) => string} by.keyOf
 * @param {(item: T) => { name: string, label: string }} by.buttonOf
 * @param {(item: T) => Element[]} by.cellsOf
 * @param {(item: T) => void} by.onChoose
 */
export function createTableRows(body, { keyOf, buttonOf, cellsOf, onChoose }) {
  /** @type {Map<string, { row: HTMLElement, button: HTMLElement, item: T }>} */
  const rows = new Map();

  /** @param {T} item */
  function addRow(item) {
    const { name, label } = buttonOf(item);
    const button = element('button', { type: 'button', 'aria-label': label }, name);
    const row = element('tr', {}, element('th', { scope: 'row' }, button), ...cellsOf(item));
    const added = { row, button, item };
    row.addEventListener('click', () => onChoose(added.item));
    rows.set(keyOf(item), added);
    return added;
  }

  body.addEventListener('keydown', (event) => {
    const buttons = [...body.querySelectorAll('button')];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    const target = to === undefined ? undefined : buttons[to];
    if (target === undefined) return;
    event.preventDefault();
    target.focus();
  });

  return {
    /**
     * @param {readonly T[]} items
     * @param {string | undefined} chosen its key
     */
    show(items, chosen) {
      const hadFocus = body.contains(document.activeElement);
      const keys = new Set(items.map(keyOf));
      for (const [key, { row }] of rows) {
        if (keys.has(key)) continue;
        row.remove();
        rows.delete(key);
      }
      const inTabOrder = chosen !== undefined && keys.has(chosen) ? chosen : items[0] && keyOf(items[0]);
      items.forEach((item, index) => {
        const key = keyOf(item);
        const kept = rows.get(key) ?? addRow(item);
        if (kept.item !== item) {
          kept.item = item;
          updateContent(kept.row, [/** @type {Element} */ (kept.row.firstChild), ...cellsOf(item)]);
        }
        kept.button.setAttribute('aria-pressed', String(key === chosen));
        kept.button.tabIndex = key === inTabOrder ? 0 : -1;
        if (body.children[index] !== kept.row) body.insertBefore(kept.row, body.children[index] ?? null);
      });
      if (hadFocus && !body.contains(document.activeElement)) rows.get(inTabOrder ?? '')?.button.focus();
    },
  };
}
