/**
 * Shortens the timeout of a running test for what reads it, such as waits. Vitest itself keeps to the timeout with which
 * it collected the test, so a busy machine does not end the test before the wait.
 */
export function shortenTimeout(task: { timeout: number }, timeoutMs: number): void {
  task.timeout = timeoutMs;
}
