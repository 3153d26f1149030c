import { expect, test } from 'vitest';
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

test('a broken pipe is no error, any other one is', () => {
  processContext();
  const ignore = process.stdout.listeners('error').at(-1) as ((error: object) => void) | undefined;
  expect(() => ignore?.({ code: 'EPIPE' })).not.toThrow();
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  expect(() => ignore?.(full)).toThrow('no space left');
});
