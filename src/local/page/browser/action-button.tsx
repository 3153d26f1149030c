import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';

/** Something that a control does: whether it is running, and why it failed. */
export interface Action {
  /** Does it, unless it is running. */
  run(): void;
  readonly isRunning: boolean;
  /** The error of the last time, or ''. */
  readonly error: string;
}

/** Removes the error that the page shows. */
let removeShown = (): void => {};

/** Returns an action, whose error is shown until this or another action is done. */
export function useAction(work: () => Promise<unknown>): Action {
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState('');
  async function run(): Promise<void> {
    if (isRunning) return;
    setIsRunning(true);
    removeShown();
    try {
      await work();
    } catch (reason) {
      // Another one may have failed meanwhile.
      removeShown();
      removeShown = () => setError('');
      setError(reason instanceof Error ? reason.message : String(reason));
    }
    setIsRunning(false);
  }
  return { run: () => void run(), isRunning, error };
}

/** A button with the error of its action as text. It submits the form that it is in unless it is given `onClick`. */
export function ActionButton(props: {
  readonly action: Action;
  readonly onClick?: () => void;
  readonly isPrimary?: boolean;
  /** The accessible name, if it says more than the text of the button. */
  readonly label?: string;
  readonly children: ComponentChildren;
}) {
  const { action, onClick, isPrimary, label, children } = props;
  const id = useId();
  return (
    <span class="action">
      <button
        type={onClick ? 'button' : 'submit'}
        class={isPrimary ? 'primary' : ''}
        aria-label={label}
        // Not disabled: the focus stays where it is.
        aria-disabled={action.isRunning}
        aria-describedby={action.error ? id : undefined}
        onClick={onClick}
      >
        {children}
      </button>
      <ErrorText id={id} error={action.error} />
    </span>
  );
}

/** The error of a control, announced when it appears. */
export function ErrorText({ id, error }: { readonly id?: string; readonly error: string }) {
  return (
    <span id={id} class="error" role="alert">
      {error}
    </span>
  );
}

/** A form whose submit button is of an action. The deployment validates the fields, so that its words are shown. */
export function ActionForm(props: {
  readonly action: Action;
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <form
      noValidate
      class={props.class}
      aria-label={props.label}
      onSubmit={(event) => {
        event.preventDefault();
        props.action.run();
      }}
    >
      {props.children}
    </form>
  );
}
