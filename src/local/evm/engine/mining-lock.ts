/**
 * Repeats reads during which a block was mined. While anvil mines a block it delays a read, and then answers with the state
 * after that block, whichever block the read names.
 */
export class MiningLock {
  #begun = 0;
  #isMining = false;
  #last: Promise<unknown> = Promise.resolve();

  /** Mines a block. Not to be called before the last block is mined. */
  mine<Result>(mine: () => Promise<Result>): Promise<Result> {
    this.#begun++;
    this.#isMining = true;
    const mined = mine().finally(() => {
      this.#isMining = false;
    });
    this.#last = mined.catch(() => {});
    return mined;
  }

  /** Reads the state after a named block, and once more if a block was mined meanwhile. */
  async read<Answer>(read: () => Promise<Answer>): Promise<Answer> {
    const begunBefore = this.#begun;
    const wasMining = this.#isMining;
    const answer = await read();
    if (!wasMining && this.#begun === begunBefore) return answer;
    await this.#last;
    return read();
  }
}
