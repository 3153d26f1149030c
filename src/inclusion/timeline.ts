import { type History, isSameSight, type Poll, type Sight } from '../checks/history.js';

/** Collects the polls of one wait. Polls that saw the same share one sight, so that a long wait stays small. */
export class Timeline {
  readonly #polls: Poll[] = [];

  get polls(): History {
    return this.#polls;
  }

  add(atMs: number, sight: Sight): Poll {
    const last = this.#polls.at(-1)?.sight;
    const poll = { atMs, sight: last !== undefined && isSameSight(last, sight) ? last : sight };
    this.#polls.push(poll);
    return poll;
  }
}
