import { createHook } from 'node:async_hooks';

/**
 * What runs in a test file, which decides of a timer that starts whether a forgotten helper may wait for it: none is
 * expected in module code; in hooks before the first test a repeated timer is that of a server or a fixture.
 */
let phase: 'collects' | 'before-first-test' | 'tests' = 'collects';

/** The timers that do not count as work that a test has left behind, until they are over. */
const background = new Set<NodeJS.Timeout>();
const mostUnlooked = 100;

// Up to who started a timer: two frames of this module, and a few of Node.
const ownFrames = 2;
const framesToCaller = 12;

/** Is told of each timer that fast-check starts in a run of a property: it limits the time of that run. */
type LimitListener = (timer: NodeJS.Timeout) => void;

let limitListener: LimitListener = () => {};

const timerHook = createHook({
  init(_asyncId, type, _triggerAsyncId, resource) {
    if (type !== 'Timeout') return;
    const timer = resource as NodeJS.Timeout;
    const { isRepeated, startedBy } = phase === 'collects' ? inModuleCode : timerCaller();
    if (startedBy === 'fast-check') limitListener(timer);
    const isBackground =
      phase === 'collects' || startedBy === 'runner' || (isRepeated && phase === 'before-first-test');
    if (!isBackground) return;
    if (background.size >= mostUnlooked) forgetEnded();
    background.add(timer);
  },
});

/** Follows the timers of this worker from now on. */
export function followTimers(onLimit: LimitListener): void {
  limitListener = onLimit;
  timerHook.enable();
}

/** Says that the modules of a test file are loaded from now on. */
export function startCollecting(): void {
  phase = 'collects';
}

/** Says that the hooks before the first test of the file run from now on. */
export function startHooks(): void {
  phase = 'before-first-test';
}

/** Says that a test of the file runs from now on. */
export function startTests(): void {
  phase = 'tests';
}

/** How many timers keep the process alive that a helper which nobody awaits may wait for. */
export function countTimers(): number {
  return countAll() - forgetEnded();
}

interface TimerCaller {
  readonly isRepeated: boolean;
  readonly startedBy: 'runner' | 'fast-check' | 'other';
}

const inModuleCode: TimerCaller = { isRepeated: false, startedBy: 'other' };

/** Vitest sends the results of tests on a timer of its own, which looks like one of a test. */
function timerCaller(): TimerCaller {
  const { prepareStackTrace, stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = framesToCaller;
    Error.prepareStackTrace = (_, sites) => sites;
    const sites = (new Error().stack as unknown as readonly NodeJS.CallSite[]).slice(ownFrames);
    const file = (site: NodeJS.CallSite | undefined): string => site?.getFileName() ?? 'node:';
    const caller = file(sites.find((site) => !file(site).startsWith('node:')));
    return {
      isRepeated: sites.some(
        (site) => file(site).startsWith('node:timers') && site.getFunctionName() === 'setInterval',
      ),
      startedBy: isOf('@vitest/runner', caller)
        ? 'runner'
        : isOf('fast-check', caller)
          ? 'fast-check'
          : 'other',
    };
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Whether a path or a stack leads through a package. */
export function isOf(packageName: string, path: string): boolean {
  return path.replaceAll('\\', '/').includes(`/${packageName}/`);
}

/** Forgets the background timers that are over or keep nothing alive, and counts the others. */
function forgetEnded(): number {
  for (const timer of background) if (!keepsAlive(timer)) background.delete(timer);
  return background.size;
}

/** Whether a timer still keeps the process alive: one that is over says that it has a reference, but gives up none. */
export function keepsAlive(timer: NodeJS.Timeout): boolean {
  if (!timer.hasRef()) return false;
  const withIt = countAll();
  timer.unref();
  const without = countAll();
  timer.ref();
  return without < withIt;
}

function countAll(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
}
