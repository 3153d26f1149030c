import 'crosscheck/vitest';
import { InclusionUnknownError, InconclusiveError, UsageError } from 'crosscheck';
import { matchers } from 'crosscheck/matchers';
import { describe, expect, it } from 'vitest';
import { record, status } from '../../support/scripted-observer.js';
import { masked, messageOf } from './messages.js';
import { collected, id, included, observed, rejected } from './observed.js';

const executed = record({ stage: 'executedInALPHA', success: true });

describe('toReachStage passes', () => {
  it('at the stage and after it', async () => {
    const seen = await observed([status(404), executed, collected]);
    await expect(id).toReachStage('executedInALPHA', seen.often);
    expect(seen.observer.polls).toHaveLength(2);
    await expect(id).toReachStage('executedInALPHA', seen.often);
  });

  it('after it, even when a later stage failed', async () => {
    const failed = record({
      stage: 'collectedInBETA',
      success: false,
      note: { errorName: 'ProxyCallError' },
    });
    const { often } = await observed([failed]);
    await expect(id).toReachStage('executedInALPHA', often);
  });

  it('only at exactly that stage when it is not in the order', async () => {
    const { observer, often } = await observed([included, record({ stage: 'archived', success: true })]);
    await expect(id).toReachStage('archived' as string, often);
    expect(observer.polls).toHaveLength(2);
  });

  it('by the names of the deployment and the neutral ones', async () => {
    const answers = [record({ stage: 'executedInEVM', success: true })];
    const seen = await observed(answers, { chains: { alpha: 'evm', beta: 'tvm' } });
    await expect(id).toReachStage('executedInALPHA', seen.often);
    await expect(id).toReachStage('executedInEVM', seen.often);
  });

  it('after an unknown stage', async () => {
    const { often } = await observed([record({ stage: 'waiting', success: true }), executed]);
    await expect(id).toReachStage('executedInALPHA', often);
  });

  it('in one poll of expect.poll', async () => {
    const { observer, often } = await observed([status(404), executed]);
    await expect.poll(() => id, { interval: 5 }).toReachStage('executedInALPHA', often);
    expect(observer.polls).toHaveLength(2);
  });
});

describe('toReachStage fails', () => {
  it('with advice about the stage, not about the inclusion that was seen', async () => {
    const { often } = await observed([included]);
    const outcome = expect(id).toReachStage('archived' as string, { ...often, timeoutMs: 300 });
    expect((await messageOf(outcome)).split('\n').at(-1)).toBe(
      'What to do: raise timeoutMs if the deployment needs longer; inclusion takes minutes on some',
    );
  });

  it('at the time limit', async () => {
    const { often } = await observed([executed]);
    const message = await messageOf(
      expect(id).toReachStage('collectedInBETA', { ...often, timeoutMs: 3000 }),
    );
    expect(masked(message)).toMatchInlineSnapshot(`
      "expect(operationId).toReachStage('collectedInBETA') timed out (matcher timeout): executedInALPHA, success=true

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   at stage collectedInBETA or past it
      Received:   executedInALPHA, success=true
      Waited:     <time> of <time>, <n> polls: <n> ok, 0 failed
      Timeline:   +<time> ×<n> executedInALPHA
      Trace ID:   <trace>
      What to do: raise timeoutMs if the deployment needs longer; inclusion takes minutes on some"
    `);
  });

  it('at once when the operation is rejected, or ends on the destination chain', async () => {
    const { observer, often } = await observed([rejected]);
    await expect(expect(id).toReachStage('collectedInBETA', often)).rejects.toThrow(
      "expect(operationId).toReachStage('collectedInBETA') failed: the operation was rejected",
    );
    const ending = await observed([executed], { conventions: { endsOnAlpha: () => true } });
    await expect(expect(id).toReachStage('collectedInBETA', ending.often)).rejects.toThrow(
      /failed: the operation ends on the destination chain/,
    );
    expect([observer.polls.length, ending.observer.polls.length]).toEqual([1, 1]);
  });

  it('not at once for a stage on the destination chain, which it may still reach', async () => {
    const early = record({ stage: 'collectedInALPHA', success: true });
    const { often } = await observed([early, executed], { conventions: { endsOnAlpha: () => true } });
    await expect(id).toReachStage('executedInALPHA', often);
    const later = await observed([early, executed], { conventions: { endsOnAlpha: () => true } });
    const window = { ...later.often, forMs: 10_000 };
    await expect(expect(id).not.toReachStage('executedInALPHA', window)).rejects.toThrow(/failed after/);
  });

  it('at a stage without success', async () => {
    const { often } = await observed([record({ stage: 'collectedInBETA', success: false })]);
    const outcome = expect(id).toReachStage('collectedInBETA', { ...often, timeoutMs: 3000 });
    await expect(outcome).rejects.toThrow(/timed out/);
  });
});

describe('.not.toReachStage', () => {
  it('passes when the operation stays before the stage', async () => {
    const { often } = await observed([executed]);
    await expect(id).not.toReachStage('collectedInBETA', { ...often, forMs: 10_000 });
  });

  it('fails at once when it does not', async () => {
    const { observer, often } = await observed([executed, included]);
    const message = await messageOf(
      expect(id).not.toReachStage('collectedInBETA', { ...often, forMs: 10_000 }),
    );
    expect(observer.polls).toHaveLength(2);
    expect(masked(message)).toMatchInlineSnapshot(`
      "expect(operationId).not.toReachStage('collectedInBETA') failed after <time>: it is at stage collectedInBETA or past it: includedInBETAConsensus, success=true

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   not at stage collectedInBETA or past it for <time>
      Received:   includedInBETAConsensus, success=true
      Waited:     <time> of <time>, <n> polls: <n> ok, 0 failed
      Timeline:   +<time> executedInALPHA | +<time> includedInBETAConsensus
      Trace ID:   <trace>"
    `);
  });

  it('never passes for a stage that is not in the order', async () => {
    const unknown = [record({ stage: 'rebalancing', success: true })];
    const { often } = await observed(unknown);
    const outcome = expect(id).not.toReachStage('collectedInBETA', { ...often, forMs: 3000 });
    await expect(outcome).rejects.toBeInstanceOf(InconclusiveError);
  });

  it('rejects an unknown stage with the known ones', async () => {
    const { often, observer } = await observed([executed]);
    const outcome = expect(id).not.toReachStage('settling' as string, { ...often, forMs: 3000 });
    await expect(outcome).rejects.toThrow(
      /settling is not a stage of staging, so it would never be reached[\s\S]*Its stages: start, collected/,
    );
    expect(observer.polls).toHaveLength(0);
  });

  it('requires forMs, and polls over its whole duration', async () => {
    const { often } = await observed([executed, 'reset']);
    // @ts-expect-error forMs is missing
    await expect(expect(id).not.toReachStage('start')).rejects.toThrow(/not\.toReachStage needs forMs/);
    const outcome = expect(id).not.toReachStage('collectedInBETA', { ...often, forMs: 3000 });
    await expect(outcome).rejects.toBeInstanceOf(InconclusiveError);
  });
});

describe('toReachStage rejects', () => {
  it('a misspelt stage, with a suggestion', async () => {
    const { often } = await observed([executed]);
    const outcome = expect(id).toReachStage('collectedInBeta' as string, often);
    await expect(outcome).rejects.toThrowErrorMatchingInlineSnapshot(`
      [UsageError: collectedInBeta is not a stage of staging; did you mean collectedInBETA?

      Its stages: start, collectedInALPHA, includedInALPHAConsensus, executedInALPHA, collectedInBETA, includedInBETAConsensus, executedInBETA
      What to do: correct the name, or add it to the conventions of the deployment]
    `);
    await expect(
      expect(id).not.toReachStage('collectdInBETA' as string, { ...often, forMs: 3000 }),
    ).rejects.toBeInstanceOf(UsageError);
  });

  it('invalid stages, subjects and options, and asymmetric use', async () => {
    const { deployment } = await observed([executed]);
    const messages = await Promise.all([
      messageOf(expect(id).toReachStage(7 as never, { deployment })),
      messageOf(expect({}).toReachStage('start', { deployment })),
      messageOf(expect(id).toReachStage('start', { deployment, stableForMs: 7 } as never)),
    ]);
    expect(messages).toMatchInlineSnapshot(`
      [
        "toReachStage takes the name of a stage

      Received:   7",
        "expect(received).toReachStage() takes an operation id, or a record of client.inclusion

      Received:   {}",
        "toReachStage has invalid options: stableForMs is not an option; the options are timeoutMs, failFast, intervals, attemptTimeoutMs, failOnInconsistency, ignoreErrors, onPoll, signal, clock, deployment, forMs",
      ]
    `);
    expect(() => matchers.toReachStage.call({}, id, 'start')).toThrow(/cannot be used inside another/);
  });

  it('without a verdict when every poll failed', async () => {
    const { often } = await observed([status(503)]);
    const outcome = expect(id).toReachStage('start', { ...often, timeoutMs: 3000 });
    await expect(outcome).rejects.toBeInstanceOf(InclusionUnknownError);
  });
});
