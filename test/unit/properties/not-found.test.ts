import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, defineDeployment } from 'crosscheck';
import { checkProperty, simulationRequest } from 'crosscheck/arbitraries';
import { followTests } from 'crosscheck/matchers';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';

const json = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

type Answer = (response: ServerResponse, path: string, asked: { body: string; id: string | null }) => void;

/** A client of a server on loopback that answers with these, each time with the next and then with the last again. */
async function clientOf(...answers: readonly [Answer, ...Answer[]]) {
  let count = 0;
  const server = createServer(async (asked, response) => {
    let body = '';
    for await (const part of asked) body += part;
    const url = new URL(asked.url ?? '', 'http://localhost');
    const answer = answers[Math.min(count++, answers.length - 1)] as Answer;
    answer(response, url.pathname, { body, id: url.searchParams.get('operationId') });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const servers = { simulatorUrl: url, observerUrl: url };
  return createClient(
    defineDeployment({ name: 'staging', ...servers, retries: 0, attemptTimeoutMs: 600_000 }),
  );
}

const simulatorPath = '/alpha/simulator/simulate-message';
const observerPath = '/beta/observer/is-message-included-in-consensus';
const id = `0x${'12'.repeat(32)}`;

const works: Answer = (response) => json(response, 200, { response: { simulationStatus: true } });
const proxy: Answer = (response, path) => json(response, 404, { message: 'no Route matched', path });
/** A service whose router and operations say "not found" in the same words, and reject what is no request. */
const service: Answer = (response, path, { body, id }) => {
  const isRejected = (path === simulatorPath && body === '{}') || (path === observerPath && id === null);
  if (isRejected) json(response, 400, { error: 'bad request' });
  else json(response, 404, { error: path === observerPath ? 'operation not found' : 'not found' });
};

/** What checking a property throws that makes these calls. */
async function thrownBy(call: () => Promise<unknown>): Promise<Error & { code?: string }> {
  const property = fc.asyncProperty(simulationRequest(), async () => void (await call()));
  const checked = checkProperty(property, { numRuns: 20, seed: 1, endOnFailure: true });
  return await checked.then(
    () => expect.fail('nothing was thrown'),
    (error) => error,
  );
}

const request = fc.sample(simulationRequest(), { numRuns: 1, seed: 1 })[0] as never;

test('a 404 of a proxy with a JSON body is not a counterexample', async () => {
  const simulating = await clientOf(works, works, proxy);
  const error = await thrownBy(() => simulating.simulate(request));
  expect(error.code).toBe('INCONCLUSIVE');
  expect(error.message).toMatch(
    /^Property inconclusive after 2 passed runs, not a counterexample: The simulator of staging answered with status 404, as at a path that does not exist/,
  );
  const observing = await clientOf(proxy);
  expect((await thrownBy(() => observing.inclusion(id))).message).toMatch(
    /not a counterexample: status 404, and the observer answers every path alike/,
  );
});

test.each([302, 304, 307])('a redirect with status %i is not a counterexample', async (status) => {
  const redirect: Answer = (response) => void response.writeHead(status, { location: '/sign-in' }).end();
  const client = await clientOf(works, redirect);
  expect((await thrownBy(() => client.simulate(request))).message).toMatch(
    new RegExp(`^Property inconclusive after 1 passed run, not a counterexample: .* status ${status}`),
  );
});

test('a 404 of the service itself is a counterexample', async () => {
  const client = await clientOf(service);
  for (const call of [() => client.simulate(request), () => client.inclusion(id)])
    expect(await thrownBy(call)).toMatchObject({ code: 'PROPERTY_FAILED' });
});

test('a 404 is not a counterexample when the control requests have no answer', async () => {
  const gone: Answer = (response) => void response.destroy();
  for (const operation of ['simulate', 'inclusion'] as const) {
    const client = await clientOf(proxy, gone);
    const error = await thrownBy(() => client[operation](operation === 'simulate' ? request : (id as never)));
    expect(error.code, operation).toBe('INCONCLUSIVE');
  }
});

test.each(['simulate', 'inclusion'] as const)(
  'the control requests after a 404 of %s end with the test',
  async (operation) => {
    const hooks = {} as { before: () => void; after: () => Promise<void> };
    followTests({
      beforeEach: (hook) => {
        hooks.before = hook;
      },
      afterEach: (hook) => {
        hooks.after = hook;
      },
    });
    let [sent, closed] = [0, 0];
    const silent: Answer = (response) => {
      sent++;
      response.on('close', () => closed++);
    };
    const client = await clientOf(proxy, silent);
    hooks.before();
    const thrown = thrownBy(() => client[operation](operation === 'simulate' ? request : (id as never)));
    await expect.poll(() => sent).toBeGreaterThan(0);
    await expect(hooks.after()).rejects.toThrow(/^checkProperty\(\.\.\.\) was still waiting/);
    expect((await thrown).code).toBe('USAGE');
    await expect.poll(() => closed).toBe(sent);
  },
);
