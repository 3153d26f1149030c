import { currentDeployment, InconclusiveError } from 'crosscheck';
import { checkProperty, invalidRequest, rawBody } from 'crosscheck/arbitraries';
import { simulatePath } from 'crosscheck/contract';
import fc from 'fast-check';
import { request } from 'undici';
import { expect, test } from 'vitest';

const deployment = currentDeployment();

async function expectRefusal(body: string | Buffer): Promise<void> {
  const url = deployment.simulatorUrl + simulatePath(deployment.chains);
  const headers = { ...(await deployment.headers()), 'content-type': 'application/json' };
  const answer = await request(url, { method: 'POST', headers, body });
  // A gateway that finds nobody behind it says nothing of the request.
  if ([502, 503, 504].includes(answer.statusCode))
    throw new InconclusiveError({ summary: `the gateway answered ${answer.statusCode}` });
  expect(await answer.body.json()).toEqual({ error: expect.any(String) });
  expect(answer.statusCode).toBe(400);
}

test('a request with anything wrong is rejected, and the answer says so', async () => {
  const requests = invalidRequest({ deployment });
  await checkProperty(
    fc.asyncProperty(requests, ({ body }) => expectRefusal(body)),
    { numRuns: 200 },
  );
});

test('so is a body that is no JSON', async () => {
  await checkProperty(
    fc.asyncProperty(rawBody(), ({ bytes }) => expectRefusal(bytes)),
    { numRuns: 100 },
  );
});
