import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * The body of a table whose rows start with a button. One button is in the tab order; the arrow keys, Home and End move
 * between them. The focus stays in the table when its row goes.
 */
export function SelectableRows<T>(props: {
  readonly id: string;
  readonly items: readonly T[];
  /** The key of the selected row. */
  readonly selected: string | undefined;
  readonly keyOf: (item: T) => string;
  readonly buttonOf: (item: T) => { readonly text: string; readonly label: string };
  readonly cellsOf: (item: T) => ComponentChildren;
  readonly onSelect: (item: T) => void;
}) {
  const { id, items, selected, keyOf, buttonOf, cellsOf, onSelect } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const hadFocus = body.current?.contains(document.activeElement);
  useLayoutEffect(() => {
    if (hadFocus && !body.current?.contains(document.activeElement))
      body.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
  });
  const keys = items.map(keyOf);
  const inTabOrder = selected !== undefined && keys.includes(selected) ? selected : keys[0];
  return (
    <tbody id={id} ref={body} onKeyDown={moveFocus}>
      {items.map((item, index) => {
        const key = keys[index];
        const { text, label } = buttonOf(item);
        return (
          <tr key={key} onClick={() => onSelect(item)}>
            <th scope="row">
              <button
                type="button"
                aria-label={label}
                aria-pressed={key === selected}
                tabIndex={key === inTabOrder ? 0 : -1}
              >
                {text}
              </button>
            </th>
            {cellsOf(item)}
          </tr>
        );
      })}
    </tbody>
  );
}

function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
  const target = to === undefined ? undefined : buttons[to];
  if (target === undefined) return;
  event.preventDefault();
  target.focus();
}
