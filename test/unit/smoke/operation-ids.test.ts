import { defineDeployment, UsageError } from 'crosscheck';
import { runCampaign } from 'crosscheck/fuzz';
import { runSmoke } from 'crosscheck/smoke';
import { expect, it } from 'vitest';
import { startService } from './service.js';

const runs = [
  ['a smoke run', runSmoke],
  ['a campaign', runCampaign],
] as const;

it.each(runs)('%s rejects an operation id that the conventions do not allow', async (_, run) => {
  const url = 'http://127.0.0.1:9';
  const deployment = defineDeployment({ simulatorUrl: url, observerUrl: url });
  const outcome = (async () => run({ deployment, operationIds: [`0x${'ab'.repeat(32)}`, '0x1'] }))();
  await expect(outcome).rejects.toBeInstanceOf(UsageError);
  await expect(outcome).rejects.toThrow('operationIds[1] must be 0x and 64 hex digits, got "0x1"');
});

it.each(runs)(
  '%s rejects an operation id that no query can express, whatever the conventions allow',
  async (_, run) => {
    const { origin: url } = await startService();
    const conventions = { requestValidation: 'off' } as const;
    const deployment = defineDeployment({ simulatorUrl: url, observerUrl: url, conventions });
    const outcome = (async () => run({ deployment, operationIds: ['\ud800'] }))();
    await expect(outcome).rejects.toBeInstanceOf(UsageError);
    await expect(outcome).rejects.toThrow('operationIds[0] must have no lone surrogates');
  },
);
