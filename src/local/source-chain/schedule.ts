import { LocalDeploymentError } from '../../errors/deployment-error.js';
import type { Clock, Timer } from '../../internal/clock.js';

/** Something that happens at one moment; it is told its moment, which may be some time ago when it runs. */
export type ScheduledEvent = (atMs: number) => void | Promise<void>;

/** What happens on a chain, and when. Times are in milliseconds after the chain's start. */
export interface Schedule {
  now(): number;
  /** Adds an event. Events run one after another, by their times and then in the order in which they were added. */
  at(atMs: number, event: ScheduledEvent): void;
  /**
   * Moves the time forward, and waits until everything due by then has run, events that these events add included.
   *
   * @throws What the first event that failed threw, also when that was long ago; nothing runs after it.
   * @throws LocalDeploymentError `DEPLOYMENT_STOPPED` when the schedule is stopped, before or while it runs.
   */
  advance(ms: number): Promise<void>;
  /** Throws what {@link Schedule.advance} would throw, when no event will run any more. */
  assertRunning(): void;
  /** Forgets all that is still to come, and waits for the event that is running. */
  stop(): Promise<void>;
}

/** A clock that stands still: time moves only by {@link Schedule.advance}. */
export const standingClock: Clock = { now: () => 0, setTimeout: () => undefined, clearTimeout: () => {} };

/** Creates a schedule that starts now. It has a timer only while there is an event to come. */
export function createSchedule(clock: Clock): Schedule {
  const startedAt = clock.now();
  const events: { readonly atMs: number; readonly run: ScheduledEvent }[] = [];
  let advancedMs = 0;
  let running: Promise<void> = Promise.resolve();
  let failure: { readonly error: unknown } | undefined;
  let timer: Timer;

  const now = (): number => advancedMs + clock.now() - startedAt;

  function assertRunning(): void {
    if (failure) throw failure.error;
  }

  async function runDue(untilMs: number): Promise<void> {
    for (;;) {
      assertRunning();
      const next = events[0];
      if (next === undefined || next.atMs > untilMs) return;
      events.shift();
      await next.run(next.atMs);
    }
  }

  function run(untilMs: number): Promise<void> {
    const done = running.then(() => runDue(untilMs));
    running = done.then(wakeForNext, (error: unknown) => {
      failure ??= { error };
    });
    return done;
  }

  function wakeForNext(): void {
    clock.clearTimeout(timer);
    const [next] = events;
    if (next === undefined) return;
    timer = clock.setTimeout(() => run(now()).catch(() => {}), Math.max(0, next.atMs - now()));
    // A deployment that somebody forgot to stop is kept alive by its listeners, never by its time.
    (timer as Partial<NodeJS.Timeout> | undefined)?.unref?.();
  }

  return {
    now,
    assertRunning,
    at(atMs, event) {
      const later = events.findLastIndex((other) => other.atMs <= atMs) + 1;
      events.splice(later, 0, { atMs, run: event });
      if (later === 0) wakeForNext();
    },
    advance(ms) {
      advancedMs += ms;
      return run(now());
    },
    async stop() {
      failure ??= { error: stopped() };
      events.length = 0;
      clock.clearTimeout(timer);
      await running;
    },
  };
}

function stopped(): LocalDeploymentError {
  return new LocalDeploymentError('DEPLOYMENT_STOPPED', { summary: 'The local deployment is stopped.' });
}
