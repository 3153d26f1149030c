import { fc, test } from '@fast-check/vitest';
import { createClient, currentDeployment } from 'crosscheck';
import { simulationRequest } from 'crosscheck/arbitraries';
import { expect } from 'vitest';

const client = createClient(currentDeployment());
const { conventions } = client.deployment;

test.prop([simulationRequest({ conventions })], { numRuns: 25 })(
  'the same request gets the same verdict again',
  async (request) => {
    const { response: first } = await client.simulate(request);
    const { response: second } = await client.simulate(request);
    expect(second.simulationStatus).toBe(first.simulationStatus);
    expect(second.simulationError).toBe(first.simulationError);
  },
);

const extraData = fc.constantFrom('0x', '0x00', `0x${'ff'.repeat(64)}`);

test.prop({ request: simulationRequest({ conventions, extraData }) }, { numRuns: 25 })(
  'there is a verdict whatever the additional data',
  async ({ request }) => {
    const { response } = await client.simulate(request);
    expect(response.simulationStatus).toBeTypeOf('boolean');
  },
);
