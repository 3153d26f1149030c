import { createHook } from 'node:async_hooks';

/**
 * What runs in a test file, which decides of a timer that starts whether a forgotten helper may wait for it: none is
 * expected in module code; in hooks before the first test a repeated timer is that of a server or a fixture.
 */
let phase: 'collects' | 'before-first-test' | 'tests' = 'collects';

/** The timers that do not count as work that a test has left behind, until they are over. */
const background = new Set<NodeJS.Timeout>();
const mostUnlooked = 100;

// Up to who started a timer: three frames of this module, and a few of Node.
const ownFrames = 3;
const framesToCaller = 12;

const timerHook = createHook({
  init(_asyncId, type, _triggerAsyncId, resource) {
    if (type !== 'Timeout' || !isBackground()) return;
    if (background.size >= mostUnlooked) forgetEnded();
    background.add(resource as NodeJS.Timeout);
  },
});

/** Follows the timers of this worker from now on. */
export function followTimers(): void {
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

function isBackground(): boolean {
  if (phase === 'collects') return true;
  const { isRepeated, isOfRunner } = timerCaller();
  return isOfRunner || (isRepeated && phase === 'before-first-test');
}

/** Vitest sends the results of tests on a timer of its own, which looks like one of a test. */
function timerCaller(): { readonly isRepeated: boolean; readonly isOfRunner: boolean } {
  const { prepareStackTrace, stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = framesToCaller;
    Error.prepareStackTrace = (_, sites) => sites;
    const sites = new Error().stack as unknown as readonly NodeJS.CallSite[];
    const inner = sites.filter((site) => /^node:timers/.test(site.getFileName() ?? ''));
    const caller = sites.slice(ownFrames).find((site) => !/^node:/.test(site.getFileName() ?? 'node:'));
    return {
      isRepeated: inner.some((site) => site.getFunctionName() === 'setInterval'),
      isOfRunner: /[\\/]@vitest[\\/]runner[\\/]/.test(caller?.getFileName() ?? ''),
    };
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Forgets the background timers that are over or keep nothing alive, and counts the others. */
function forgetEnded(): number {
  for (const timer of background) if (!keepsAlive(timer)) background.delete(timer);
  return background.size;
}

/** A timer that is over still says that it has a reference, but gives up none. */
function keepsAlive(timer: NodeJS.Timeout): boolean {
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
