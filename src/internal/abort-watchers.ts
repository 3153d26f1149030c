const watchersOf = new WeakMap<AbortSignal, AbortWatchers>();

/**
 * Calls back when a signal aborts. Any number may watch one signal: it has a single listener for all of them, which is
 * quick to leave, and no leak to warn of.
 */
export function watchAbort(signal: AbortSignal | undefined, callback: () => void): void {
  if (signal === undefined) return;
  let watchers = watchersOf.get(signal);
  if (watchers === undefined) {
    watchers = new AbortWatchers(signal);
    watchersOf.set(signal, watchers);
  }
  watchers.add(callback);
}

/** Calls back no more. */
export function unwatchAbort(signal: AbortSignal | undefined, callback: () => void): void {
  if (signal !== undefined) watchersOf.get(signal)?.delete(callback);
}

class AbortWatchers {
  readonly #signal: AbortSignal;
  readonly #callbacks = new Set<() => void>();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  add(callback: () => void): void {
    if (this.#callbacks.size === 0) this.#signal.addEventListener('abort', this);
    this.#callbacks.add(callback);
  }

  delete(callback: () => void): void {
    this.#callbacks.delete(callback);
    if (this.#callbacks.size === 0) this.#signal.removeEventListener('abort', this);
  }

  /** What the signal calls. */
  handleEvent(): void {
    for (const callback of this.#callbacks) callback();
  }
}
