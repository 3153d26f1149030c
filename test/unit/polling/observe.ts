import { type Client, createClient, type DeploymentOptions } from 'crosscheck';
import { expect, onTestFinished } from 'vitest';
import {
  record,
  type Script,
  type ScriptedObserver,
  startScriptedObserver,
} from '../../support/scripted-observer.js';

export const id = `0x12ab${'0'.repeat(59)}7`;
export const collected = record({ stage: 'collectedInBETA', success: true, timestamp: 1_763_712_000 });
export const included = record({ stage: 'includedInBETAConsensus', success: true, timestamp: 1_763_712_030 });
export const rejected = record({
  stage: 'includedInALPHAConsensus',
  success: false,
  note: { errorName: 'NotEnoughGas', content: 'ran out of gas' },
});

/** Starts an observer for this test, and a client that asks it. */
export async function observe(
  script: Script,
  options?: Partial<DeploymentOptions>,
): Promise<{ observer: ScriptedObserver; client: Client }> {
  const observer = await startScriptedObserver(script);
  onTestFinished(async () => observer[Symbol.asyncDispose]());
  return { observer, client: createClient(observer.deployment(options)) };
}

/** What a promise was rejected with. */
export async function caught<T>(promise: Promise<unknown>): Promise<T> {
  return promise.then(
    () => expect.fail('it should have rejected'),
    (error: T) => error,
  );
}
