import { createTaskQueue } from './task-queue.js';

/**
 * Repeats reads during which a block was mined. While anvil mines a block it delays a read, and then answers with the state
 * after that block, whichever block the read names.
 */
export class MiningLock {
  readonly #enqueue = createTaskQueue();
  #begun = 0;
  #ended = 0;

  /** Mines a block, after those before it. */
  mine<Result>(mine: () => Promise<Result>): Promise<Result> {
    return this.#enqueue(() => {
      this.#begun++;
      return mine().finally(() => this.#ended++);
    });
  }

  /** Reads the state after a named block. If a block was mined meanwhile, reads once more, while no block is mined. */
  async read<Answer>(read: () => Promise<Answer>): Promise<Answer> {
    const ended = this.#ended;
    const answer = await read();
    // No block was being mined when the read began, and none has begun since.
    return this.#begun === ended ? answer : this.#enqueue(read);
  }
}
