import { expect, test, vi } from 'vitest';
import { processContext } from '../../../src/cli/process-context.js';

/** The listeners of this process that a call adds. */
function added(event: string, call: () => unknown): (() => void)[] {
  const before = new Set(process.listeners(event as NodeJS.Signals));
  call();
  const now = process.listeners(event as NodeJS.Signals) as (() => void)[];
  return now.filter((listener) => !before.has(listener as never));
}

test.each(['SIGINT', 'SIGTERM'])('%s stops, and the next one finds no listener', async (signal) => {
  let stopped: Promise<void> | undefined;
  const context = processContext();
  const listeners = added(signal, () => {
    stopped = context.untilStopped();
  });
  expect(listeners).toHaveLength(1);
  listeners[0]?.();
  await stopped;
  expect(process.listeners(signal as NodeJS.Signals)).not.toContain(listeners[0]);
});

test('ends a stopped job at once when its parent process is gone', async () => {
  vi.stubEnv('CROSSCHECK_JOB', '{}');
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const context = processContext();
  const [stop] = added('SIGTERM', () => context.untilStopped());
  const [end] = added('disconnect', () => stop?.());
  expect(exit).not.toHaveBeenCalled();
  end?.();
  expect(exit).toHaveBeenCalledOnce();
  process.off('disconnect', end ?? (() => {}));
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test('stops when nobody reads its output any more', async () => {
  const context = processContext();
  const before = process.stdout.listeners('error');
  const stopped = context.untilStopped();
  const [stop] = process.stdout.listeners('error').filter((listener) => !before.includes(listener));
  expect(context.isUnread?.()).toBe(false);
  stop?.();
  await stopped;
  expect(process.stdout.listeners('error')).toEqual(before);
});

test('ignores a broken pipe, and ends the process with any other error', () => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  processContext();
  const check = process.stdout.listeners('error').at(-1) as ((error: object) => void) | undefined;
  check?.({ code: 'EPIPE' });
  expect(exit).not.toHaveBeenCalled();
  check?.(Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' }));
  expect(write.mock.lastCall).toEqual([
    'error: The output cannot be written: no space left on the device (ENOSPC).\n',
  ]);
  expect(exit.mock.lastCall).toEqual([2]);
  vi.restoreAllMocks();
});
