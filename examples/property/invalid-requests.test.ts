import { currentDeployment } from 'crosscheck';
import { invalidRequest } from 'crosscheck/arbitraries';
import { simulatePath } from 'crosscheck/contract';
import fc from 'fast-check';
import { request } from 'undici';
import { expect, test } from 'vitest';

test('a request with anything wrong is refused, and the answer says so', async () => {
  const deployment = currentDeployment();
  const url = deployment.simulatorUrl + simulatePath(deployment.chains);

  await fc.assert(
    fc.asyncProperty(invalidRequest({ deployment }), async ({ body }) => {
      const headers = { ...(await deployment.headers()), 'content-type': 'application/json' };
      const answer = await request(url, { method: 'POST', headers, body });
      expect(await answer.body.json()).toEqual({ error: expect.any(String) });
      expect(answer.statusCode).toBe(400);
    }),
    { numRuns: 200 },
  );
});
