import { type Client, createClient, deploymentFromEnv } from 'crosscheck';
import type { ConnectedLocalDeployment } from 'crosscheck/local';
import { localDeployment } from 'crosscheck/vitest';
import { beforeAll, describe, expect, test } from 'vitest';

// Only a local deployment goes back to an earlier state.
describe.skipIf(deploymentFromEnv())('an operation that every test finds in the same state', () => {
  let local: ConnectedLocalDeployment;
  let client: Client;
  beforeAll(async () => {
    local = await localDeployment({ isolated: true });
    client = createClient(local.deployment);
  });

  /** Runs once. Every further test starts from the snapshot that is taken after it. */
  async function withOperation(): Promise<string> {
    await local.freeze();
    return await local.submit({
      shardsKey: '7',
      alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
      betaAssets: [{ amount: '1000000000' }],
      betaCaller: local.accounts[0],
    });
  }

  test('is included when its epochs have passed', async () => {
    const operationId = await local.loadFixture(withOperation);
    await local.advance(1_000);
    expect(await client.inclusion(operationId)).toBeIncluded();
  });

  test('is not included before', async () => {
    const operationId = await local.loadFixture(withOperation);
    expect(await client.inclusion(operationId)).not.toBeIncluded();
  });

  test('cannot be read from a login page', async () => {
    const operationId = await local.loadFixture(withOperation);
    await local.withFault({ fault: 'html' }, async () => {
      await expect(client.inclusion(operationId)).rejects.toMatchObject({ code: 'HTTP_BODY_NOT_JSON' });
    });
  });
});
