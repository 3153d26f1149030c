import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { defineDeployment } from 'crosscheck';
import { expect, it, onTestFinished } from 'vitest';
import { runCampaign } from '../../../../src/fuzz/run-campaign.js';
import { CampaignCannotRunError } from '../../../../src/fuzz/running/campaign-cannot-run-error.js';
import { localhostCertificate } from '../../../support/localhost-certificate.js';
import { answerOf, type RawAnswer, startRawServer } from '../../../support/raw-server.js';
import { rejectionOf, steady } from '../../http/calls.js';

const html = { 'content-type': 'text/html' };

/** What a campaign against one address for both operations rejects with. */
async function obstacleAt(url: string, reachMs?: number): Promise<string> {
  const deployment = defineDeployment({ name: 'staging', simulatorUrl: url, observerUrl: url });
  const error = await rejectionOf(runCampaign({ deployment, reachMs, cases: 1 }));
  expect(error).toBeInstanceOf(CampaignCannotRunError);
  return steady(error.message);
}

const answers: Readonly<Record<string, RawAnswer>> = {
  'HTML to everything': answerOf(200, '<!doctype html><title>Sign in</title>', html),
  'a page of another server': answerOf(404, '<html>nginx</html>', html),
  'the 404 of a service to a path that it does not have': answerOf(404, '{"error":"unknown path"}'),
  'JSON of another service': answerOf(404, '{"message":"no such route"}'),
  'a demand for credentials': answerOf(401, '{"error":"who are you?"}'),
  'a redirect': answerOf(307, '', { location: 'https://sso.example.org/?token=abc' }),
  'a closed connection': (socket) => socket.destroy(),
};

it.each(Object.entries(answers))('answers with %s', async (_, answer) => {
  const { origin } = await startRawServer(answer);
  expect(await obstacleAt(origin)).toMatchSnapshot();
});

it('does not listen', async () => {
  expect(await obstacleAt('http://127.0.0.1:1')).toMatchSnapshot();
});

it('never answers', async () => {
  const { origin } = await startRawServer(() => {});
  expect(await obstacleAt(origin, 100)).toMatchSnapshot();
});

it('has a certificate that nobody vouches for', async () => {
  const server = createServer(localhostCertificate).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  expect(await obstacleAt(`https://localhost:${(server.address() as AddressInfo).port}`)).toContain(
    'What to do: give the deployment an undici Agent',
  );
});

it('has one operation at a wrong path', async () => {
  const { origin } = await startRawServer((socket, { method }) =>
    socket.write(
      method === 'POST' ? answerOf(200, '{"response":{"simulationStatus":true}}') : answerOf(404, 'no', html),
    ),
  );
  expect(await obstacleAt(origin)).toContain('The observer of staging answered with status 404');
});

it('is there, whatever is wrong with what its observer says of an unknown id', async () => {
  const { origin } = await startRawServer((socket, { method }) =>
    socket.write(
      method === 'POST' ? answerOf(200, '{"response":{"simulationStatus":true}}') : answerOf(404, '{"err'),
    ),
  );
  const deployment = defineDeployment({ simulatorUrl: origin, observerUrl: origin });
  expect(await runCampaign({ deployment, cases: 0 })).toMatchObject({ endedBy: 'cases' });
});
