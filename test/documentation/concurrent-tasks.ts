/** Runs tasks in their order, up to `limit` at a time. */
export async function runConcurrently(limit: number, tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const rest = tasks.values();
  const lanes = Array.from({ length: limit }, async () => {
    for (const task of rest) await task();
  });
  await Promise.all(lanes);
}
