import { defineDeployment, UsageError } from 'crosscheck';
import { runCampaign } from 'crosscheck/fuzz';
import { runSmoke } from 'crosscheck/smoke';
import { expect, it } from 'vitest';

it.each([
  ['a smoke run', runSmoke],
  ['a campaign', runCampaign],
])('%s rejects an operation id that the conventions do not allow', async (_, run) => {
  const url = 'http://127.0.0.1:9';
  const deployment = defineDeployment({ simulatorUrl: url, observerUrl: url });
  const outcome = (async () => run({ deployment, operationIds: [`0x${'ab'.repeat(32)}`, '0x1'] }))();
  await expect(outcome).rejects.toBeInstanceOf(UsageError);
  await expect(outcome).rejects.toThrow('operationIds[1] must be 0x and 64 hex digits, got "0x1"');
});
