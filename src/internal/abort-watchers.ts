/** A callback that waits for a signal to abort. */
export interface AbortWatch {
  /** Calls back no more. Does nothing the second time, nor after the signal has aborted. */
  end(): void;
}

const watchesOf = new WeakMap<AbortSignal, AbortWatches>();

/**
 * Calls back when a signal aborts. Any number may watch one signal: it has a single listener for all of them, which is
 * quick to leave, and no leak to warn of.
 */
export function watchAbort(signal: AbortSignal | undefined, callback: () => void): AbortWatch | undefined {
  if (signal === undefined) return undefined;
  let watches = watchesOf.get(signal);
  if (watches === undefined) {
    watches = new AbortWatches(signal);
    watchesOf.set(signal, watches);
  }
  return watches.add(callback);
}

/**
 * Those who watch one signal, in the order in which they came. A chain and not a Set: that one's table is replaced
 * every few requests, and once a collection of garbage has made it old, each dead table keeps the next one and what was
 * under way by then, until the whole heap is collected.
 */
class AbortWatches {
  readonly #signal: AbortSignal;
  #first: Link | undefined;
  #last: Link | undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  add(callback: () => void): AbortWatch {
    const link = new Link(this, callback, this.#last);
    if (this.#last === undefined) {
      this.#first = link;
      this.#signal.addEventListener('abort', this);
    } else this.#last.after = link;
    this.#last = link;
    return link;
  }

  takeOut({ before, after }: Link): void {
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
    if (this.#first === undefined) this.#signal.removeEventListener('abort', this);
  }

  /** What the signal calls. */
  handleEvent(): void {
    for (let link = this.#first; link !== undefined; link = this.#first) {
      const { callback } = link;
      link.end();
      callback?.();
    }
  }
}

class Link implements AbortWatch {
  callback: (() => void) | undefined;
  before: Link | undefined;
  after: Link | undefined;
  readonly #watches: AbortWatches;

  constructor(watches: AbortWatches, callback: () => void, before: Link | undefined) {
    this.#watches = watches;
    this.callback = callback;
    this.before = before;
    this.after = undefined;
  }

  end(): void {
    if (this.callback === undefined) return;
    this.#watches.takeOut(this);
    this.callback = undefined;
    this.before = undefined;
    this.after = undefined;
  }
}
