/**
 * Keeps reads apart from the blocks that are being made. Anvil lets a read wait while it makes a block, and then answers
 * with the state after that one, whichever block the read names: the newest before it would seem to have two states.
 */
export class Sealing {
  #begun = 0;
  #isUnderWay = false;
  #last: Promise<unknown> = Promise.resolve();

  /** Makes a block; one after the other. */
  block<Result>(seal: () => Promise<Result>): Promise<Result> {
    this.#begun++;
    this.#isUnderWay = true;
    const sealed = seal().finally(() => {
      this.#isUnderWay = false;
    });
    this.#last = sealed.catch(() => {});
    return sealed;
  }

  /** Reads the state after a block that is named; again when a block was made meanwhile, since that one is the newest then. */
  async read<Answer>(read: () => Promise<Answer>): Promise<Answer> {
    const begunBefore = this.#begun;
    const wasUnderWay = this.#isUnderWay;
    const answer = await read();
    if (!wasUnderWay && this.#begun === begunBefore) return answer;
    await this.#last;
    return read();
  }
}
