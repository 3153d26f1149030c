/** Does one work after another, each whether or not those before it failed. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Creates a queue of works. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
