import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectLocalDeployment } from 'crosscheck/local';
import { expect, it, onTestFinished, vi } from 'vitest';

it('waits indefinitely for changes, and has a time limit for reads', async () => {
  const held: (() => void)[] = [];
  const server = createServer(({ method, url: path }, response) => {
    if (path === '/deployment') response.end(JSON.stringify({ simulatorUrl: url, observerUrl: url }));
    else if (method === 'POST') held.push(() => response.end('{"now":1,"isFrozen":true,"snapshot":"one"}'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const local = await connectLocalDeployment(url);
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(20));
  onTestFinished(() => void vi.restoreAllMocks());

  const changing = Promise.all([local.advance(1), local.snapshot()]);
  await expect(local.clock()).rejects.toMatchObject({
    code: 'DEPLOYMENT_STOPPED',
    summary: `The local deployment at ${url} did not answer within 60 s`,
  });
  await expect.poll(() => held.length).toBe(2);
  for (const answer of held) answer();
  expect((await changing)[1]).toBe('one');
});

it('does not wait long for a server that does not answer when it connects', async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(20));
  onTestFinished(() => void vi.restoreAllMocks());
  await expect(connectLocalDeployment(url)).rejects.toMatchObject({
    code: 'DEPLOYMENT_STOPPED',
    summary: `The local deployment at ${url} did not answer within 5 s`,
  });
});
