import { createClient, type DeploymentOptions, type InclusionRecord } from 'crosscheck';
import { onTestFinished } from 'vitest';
import { createHandClock } from '../../support/hand-clock.js';
import { type Answer, record, startScriptedObserver } from '../../support/scripted-observer.js';

export const id = `0x12ab${'0'.repeat(59)}7`;
export const collected = record({ stage: 'collectedInBETA', success: true });
export const included = record({ stage: 'includedInBETAConsensus', success: true });
export const rejected = record({ stage: 'start', success: false, note: { errorName: 'NotEnoughGas' } });

/** Starts an observer for this test; `often` is a wait that looks every second, in a time of its own. */
export async function observed(answers: readonly Answer[], options?: Partial<DeploymentOptions>) {
  const observer = await startScriptedObserver(answers);
  onTestFinished(async () => observer[Symbol.asyncDispose]());
  const deployment = observer.deployment(options);
  return {
    observer,
    deployment,
    get often() {
      return { deployment, intervals: 1000, ...timeless() };
    },
  };
}

/** A clock for one wait that jumps over its pauses: after a poll was noted, the one timer left is that of the pause. */
function timeless() {
  const clock = createHandClock();
  return { clock, onPoll: () => void setImmediate(clock.moveToNext) };
}

/** The record of an operation of which the observer gave this answer. */
export async function recordOf(
  answer: Answer,
  options?: Partial<DeploymentOptions>,
): Promise<InclusionRecord> {
  return createClient((await observed([answer], options)).deployment).inclusion(id);
}
