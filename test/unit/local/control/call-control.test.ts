import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { defineDeployment } from '../../../../src/deployment/deployment.js';
import { createControlCall } from '../../../../src/local/control/call-control.js';
import { controlOperations } from '../../../../src/local/control/control-operations.js';

it('waits indefinitely for changes, and has a time limit for reads', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(20));
  onTestFinished(() => void vi.restoreAllMocks());
  const held: (() => void)[] = [];
  const server = createServer(({ method }, response) => {
    if (method === 'POST') held.push(() => response.end('{"now":1,"isFrozen":true}'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const served = defineDeployment({ simulatorUrl: url, observerUrl: url });
  const { advance, snapshot, clock } = controlOperations(served);
  const call = createControlCall(url);

  const changing = Promise.all([call(advance, { body: { ms: 1 } }), call(snapshot)]);
  await expect(call(clock)).rejects.toMatchObject({
    code: 'DEPLOYMENT_STOPPED',
    summary: `The local deployment at ${url} did not answer within 60 s`,
  });
  await expect.poll(() => held.length).toBe(2);
  for (const answer of held) answer();
  expect((await changing)[0]).toEqual({ now: 1, isFrozen: true });
});
