import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { type Answer, record, startScriptedObserver } from '../../support/scripted-observer.js';

export const id = `0x12ab${'0'.repeat(59)}7`;
export const collected = record({ stage: 'collectedInBETA', success: true });
export const included = record({ stage: 'includedInBETAConsensus', success: true });
export { sleep };

/** Starts an observer for this test, and tells how to ask it often. */
export async function observe(...answers: readonly Answer[]) {
  const observer = await startScriptedObserver(answers);
  onTestFinished(async () => observer[Symbol.asyncDispose]());
  return { observer, often: { deployment: observer.deployment(), intervals: 20 } };
}
