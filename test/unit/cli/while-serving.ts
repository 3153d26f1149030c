import { expect } from 'vitest';
import { cliRun } from './cli-run.js';

/** Runs `crosscheck serve`, passes its output to a function once it is ready, and stops it afterwards. */
export async function whileServing(
  args: readonly string[],
  use: (printed: string) => Promise<void>,
): Promise<void> {
  let stop = (): void => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  let printed = '';
  let used: Promise<void> | undefined;
  const write = (text: string): void => {
    printed += text;
    used = use(printed).finally(stop);
  };
  const { exitCode, stderr } = await cliRun(['serve', ...args], {
    stdout: { write },
    untilStopped: () => stopped,
  });
  await used;
  const [url = ''] = /http:\/\/[\d.]+:\d+/.exec(printed) ?? [];
  await expect(fetch(url), 'its listeners are gone').rejects.toThrow();
  expect({ exitCode, stderr, isReady: used !== undefined }).toEqual({
    exitCode: 0,
    stderr: '',
    isReady: true,
  });
}
