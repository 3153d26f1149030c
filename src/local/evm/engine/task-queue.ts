/** Runs tasks one after the other. A task that fails does not stop the next. */
type TaskQueue = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Creates an empty queue. */
export function createTaskQueue(): TaskQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => {});
    return result;
  };
}
