/** Runs tasks, that many at a time, in their order. */
export async function inTurns(atOnce: number, tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const rest = tasks.values();
  const lanes = Array.from({ length: atOnce }, async () => {
    for (const task of rest) await task();
  });
  await Promise.all(lanes);
}
