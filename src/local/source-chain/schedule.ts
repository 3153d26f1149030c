import { LocalDeploymentError } from '../../errors.js';
import type { Clock, Timer } from '../../internal/clock.js';

/** A clock that stands still: only {@link Schedule.advance} moves the time. */
export const standingClock: Clock = { now: () => 0, setTimeout: () => undefined, clearTimeout: () => {} };

/** The events of a chain. */
export interface Schedule<Event> extends ReturnType<typeof createSchedule<Event>> {}

/**
 * Creates a schedule that starts now, from which its times count, in milliseconds. It has a timer only while there is an event to
 * come.
 *
 * @param run - Runs an event. It gets the time of the event, which may be some time ago.
 */
export function createSchedule<Event>(
  clock: Clock,
  run: (event: Event, atMs: number) => Promise<void> | void,
) {
  let events: { readonly atMs: number; readonly event: Event }[] = [];
  /** What to add to the clock's time. */
  let offsetMs = -clock.now();
  /** The clock's time when time was frozen. */
  let frozenAtMs: number | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let failure: { readonly error: unknown } | undefined;
  /** The newest restore that is under way. */
  let restoring: Promise<unknown> | undefined;
  let timer: Timer;

  const now = (): number => offsetMs + (frozenAtMs ?? clock.now());

  /** Throws what {@link Schedule.advance} would throw, if the schedule has ended. */
  function assertRunning(): void {
    if (failure) throw failure.error;
  }

  async function runDue(untilMs: number): Promise<void> {
    for (;;) {
      assertRunning();
      const [next] = events;
      if (next === undefined || next.atMs > untilMs) return;
      events.shift();
      try {
        await run(next.event, next.atMs);
      } catch (error) {
        failure ??= { error };
      }
    }
  }

  /**
   * Runs a task between two events, when everything due by the call has happened. The task gets that time. An error of the
   * task affects only its caller.
   *
   * @throws What {@link Schedule.advance} throws.
   */
  function between<Result>(task: (atMs: number) => Promise<Result> | Result): Promise<Result> {
    const calledMs = now();
    const done = running.then(async () => {
      // A snapshot may have been restored before.
      const atMs = Math.min(calledMs, now());
      await runDue(atMs);
      return task(atMs);
    });
    running = done.then(wakeForNext, wakeForNext);
    return done;
  }

  function wakeForNext(): void {
    clock.clearTimeout(timer);
    const [next] = events;
    if (next === undefined || failure) return;
    const waitMs = Math.max(0, next.atMs - now());
    if (frozenAtMs !== undefined && waitMs > 0) return;
    timer = clock.setTimeout(() => between(() => {}).catch(() => {}), waitMs);
    // A deployment that is not stopped is kept alive by its listeners, never by its time.
    (timer as Partial<NodeJS.Timeout> | undefined)?.unref?.();
  }

  /** Changes the time at once, or after the restore that was called before. */
  async function change(time: () => void): Promise<void> {
    if (restoring) await restoring;
    time();
    wakeForNext();
  }

  function freeze(): void {
    frozenAtMs ??= clock.now();
  }

  function resume(): void {
    if (frozenAtMs !== undefined) offsetMs -= clock.now() - frozenAtMs;
    frozenAtMs = undefined;
  }

  return {
    now,
    isFrozen: (): boolean => frozenAtMs !== undefined,
    /** Freezes time, apart from {@link Schedule.advance}. Like the next two, waits for a restore that is under way. */
    freeze: (): Promise<void> => change(freeze),
    /** Lets time pass again, from the moment at which it was frozen. */
    resume: (): Promise<void> => change(resume),
    assertRunning,
    /** Adds an event. Events happen one after another, by their times and then in the order in which they were added. */
    at(atMs: number, event: Event): void {
      const later = events.findLastIndex((other) => other.atMs <= atMs) + 1;
      events.splice(later, 0, { atMs, event });
      if (later === 0) wakeForNext();
    },
    /**
     * Moves the time forward, and waits until everything due by then has happened, including events that were added meanwhile.
     *
     * @throws The error of the first event that failed, even if that was earlier. Nothing happens after it.
     * @throws LocalDeploymentError `DEPLOYMENT_STOPPED` if the schedule is stopped, before or during the call.
     */
    async advance(ms: number): Promise<void> {
      if (restoring) await restoring;
      offsetMs += ms;
      await between(() => {});
    },
    between,
    /** Takes a snapshot of time and events. The returned function restores it, repeatedly. Call both only in a task. */
    snapshot(): () => void {
      const kept = { events: [...events], nowMs: now(), isFrozen: frozenAtMs !== undefined };
      return () => {
        events = [...kept.events];
        frozenAtMs = kept.isFrozen ? clock.now() : undefined;
        offsetMs = kept.nowMs - clock.now();
      };
    },
    /** Runs a task that restores a snapshot. Later calls that move the time wait for it. */
    restore(task: () => Promise<void>): Promise<void> {
      const done = between(task);
      const settled = done.then(
        () => {},
        () => {},
      );
      restoring = settled;
      void settled.then(() => {
        if (restoring === settled) restoring = undefined;
      });
      return done;
    },
    /** Discards all later events, and waits for the event that is running. */
    async stop(): Promise<void> {
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
