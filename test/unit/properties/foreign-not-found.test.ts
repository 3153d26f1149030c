import { createClient, defineDeployment, type HttpStatusError } from 'crosscheck';
import { expect, it } from 'vitest';
import { foreignNotFound } from '../../../src/properties/foreign-not-found.js';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { rejectionOf } from '../client/calls.js';

it.each([
  ['simulate', { shardsKey: '1' }],
  ['inclusion', `0x${'12'.repeat(32)}`],
] as const)('sends nothing more when the test of a 404 of %s has ended', async (endpoint, asked) => {
  const ended = new AbortController();
  let closed = 0;
  let sent = 0;
  const { origin } = await startRawServer(answerOf(404, '{"error":"no"}'), (socket) => {
    sent++;
    socket.on('close', () => closed++);
    ended.abort(new Error('the test has ended'));
  });
  const deployment = defineDeployment({
    simulatorUrl: origin,
    observerUrl: origin,
    retries: 0,
    attemptTimeoutMs: 600_000,
    conventions: { requestValidation: 'off', requiredRequestFields: [] },
  });
  const client = createClient(deployment);
  const error = await rejectionOf(
    endpoint === 'simulate' ? client.simulate(asked as never) : client.inclusion(asked as never),
  );
  expect(await foreignNotFound(error as HttpStatusError, ended.signal)).toContain('404');
  await expect.poll(() => sent > 0 && closed === sent).toBe(true);
});
