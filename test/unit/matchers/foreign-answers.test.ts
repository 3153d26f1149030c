import 'crosscheck/vitest';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createClient,
  type Deployment,
  type DeploymentOptions,
  defineDeployment,
  InclusionRejectedError,
  InclusionTimeoutError,
  InclusionUnknownError,
  InconclusiveError,
  PreflightError,
  waitForInclusion,
  waitForInclusions,
} from 'crosscheck';
import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

const id = `0x${'7b'.repeat(32)}`;
let local: LocalDeployment;

beforeAll(async () => {
  local = await startLocalDeployment({ chains: { alpha: 'evm', beta: 'tvm' } });
});
afterAll(() => local.stop());

/** The local deployment, as somebody with wrong settings sees it. */
function misconfigured(options: Partial<DeploymentOptions>): Deployment {
  const { simulatorUrl, observerUrl, chains } = local.deployment;
  return defineDeployment({ name: 'staging', simulatorUrl, observerUrl, chains, retries: 0, ...options });
}

/** A deployment whose observer is this listener. */
async function listening(
  listener: RequestListener,
  conventions?: DeploymentOptions['conventions'],
): Promise<Deployment> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return defineDeployment({ name: 'staging', simulatorUrl: url, observerUrl: url, retries: 0, conventions });
}

const json = { 'content-type': 'application/json' };

const strangers: [string, RequestListener][] = [
  ['an empty 404', (_, response) => response.writeHead(404).end()],
  [
    'a page',
    ({ url }, response) => response.writeHead(404, { 'content-type': 'text/html' }).end(`<p>${url}`),
  ],
  ['a page without a type', (_, response) => response.writeHead(404).end('<!DOCTYPE html>Not Found')],
  ['a text', (_, response) => response.writeHead(404).end('404 page not found')],
  [
    "the observer's own error",
    (_, response) => response.writeHead(404, json).end('{"error":"operation not found"}'),
  ],
  [
    'an error that names the path and a request id',
    ({ url = '' }, response) => {
      const error = {
        error: 'Not Found',
        path: new URL(url, 'http://x').pathname,
        requestId: crypto.randomUUID(),
      };
      response.writeHead(404, json).end(JSON.stringify(error).replaceAll('/', '\\/'));
    },
  ],
  [
    'an error that names the query',
    ({ url = '' }, response) => {
      const { search, pathname } = new URL(url, 'http://x');
      response.writeHead(404, json).end(JSON.stringify({ message: `no route for ${pathname}`, search }));
    },
  ],
];

let count = 0;
const random = (bytes: number): Buffer => Buffer.from(crypto.getRandomValues(new Uint8Array(bytes)));

/** What a server that knows no path may write anew into each 404. */
const varying: [string, (url: string) => object][] = [
  ['counts its answers', () => ({ error: `request ${++count}: not found` })],
  ['names a short id', () => ({ error: `not found [${random(4).toString('hex')}]` })],
  ['names an id in base64', () => ({ error: 'not found', id: random(12).toString('base64') })],
  ['names a number', () => ({ error: `not found #${random(4).readUInt32BE()}` })],
  ['says how long it took', () => ({ error: `not found (${++count % 2 === 0 ? '3ms' : '1.25s'})` })],
  ['says how long the path is', (url) => ({ error: `no route of ${url.length} characters` })],
  [
    'orders its members anew',
    () => (++count % 3 === 0 ? { error: 'not found', code: 7 } : { code: 7, error: 'not found' }),
  ],
];

const wrongSettings: [string, () => Promise<Deployment> | Deployment][] = [
  ['wrong chain names', () => misconfigured({ chains: { alpha: 'wasm', beta: 'move' } })],
  ['swapped chain names', () => misconfigured({ chains: { alpha: 'tvm', beta: 'evm' } })],
  ['a wrong base path', () => misconfigured({ observerUrl: `${local.deployment.observerUrl}/v2` })],
  [
    'swapped hosts',
    () =>
      misconfigured({
        simulatorUrl: local.deployment.observerUrl,
        observerUrl: local.deployment.simulatorUrl,
      }),
  ],
  ...strangers.map(([name, listener]): [string, () => Promise<Deployment>] => [
    `another listener that answers ${name}`,
    () => listening(listener),
  ]),
  ...varying.map(([name, body]): [string, () => Promise<Deployment>] => [
    `another listener that ${name}`,
    () => listening(({ url = '' }, response) => response.writeHead(404, json).end(JSON.stringify(body(url)))),
  ]),
];

describe.each(wrongSettings)('a deployment with %s', (_, deploymentOf) => {
  it('passes no assertion that something does not happen', async () => {
    const deployment = await deploymentOf();
    const options = { deployment, forMs: 60, intervals: 20 };
    const outcomes = await Promise.allSettled([
      expect(id).not.toReachInclusion(options),
      expect(id).toRemainPending(options),
      expect(id).not.toReachStage('collectedInBETA', options),
    ]);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(InconclusiveError) });
    }
  });

  it('ends a wait as unknown, neither as a timeout nor as a rejection', async () => {
    const deployment = await deploymentOf();
    const wait = waitForInclusion(createClient(deployment), id, { timeoutMs: 60, intervals: 20 });
    await expect(wait).rejects.toBeInstanceOf(InclusionUnknownError);
    const conventions = { ...deployment.conventions, notFoundMeans: 'rejected' } as const;
    const strict = createClient({ ...deployment, conventions });
    const [outcome] = await waitForInclusions(strict, [id], { timeoutMs: 60, intervals: 20 });
    expect(outcome).toMatchObject({ status: 'inconclusive', error: { code: 'INCLUSION_UNKNOWN' } });
  });
});

describe('a deployment with the right settings', () => {
  it('can answer 404 for an unknown operation', async () => {
    const options = { deployment: local.deployment, forMs: 250, intervals: 100 };
    await expect(id).not.toReachInclusion(options);
    await expect(id).toRemainPending(options);
    await expect(id).not.toReachStage('start', options);
    const client = createClient(local.deployment);
    await expect(waitForInclusion(client, id, { timeoutMs: 60 })).rejects.toBeInstanceOf(
      InclusionTimeoutError,
    );
  });

  it('can answer the same error at every path if it rejects a request without an id', async () => {
    const deployment = await listening(({ url = '' }, response) => {
      const isNameless = /consensus$/.test(url);
      response.writeHead(isNameless ? 400 : 404, json).end('{"error":"not found"}');
    });
    await expect(id).not.toReachInclusion({ deployment, forMs: 250, intervals: 100 });
  });

  it('ends a wait at once with a 404 that means rejected', async () => {
    const { observerUrl, simulatorUrl, chains } = local.deployment;
    const conventions = { notFoundMeans: 'rejected' } as const;
    const client = createClient(defineDeployment({ observerUrl, simulatorUrl, chains, conventions }));
    await expect(waitForInclusion(client, id)).rejects.toBeInstanceOf(InclusionRejectedError);
  });
});

it('a 404 of a gateway without an observer does not count', async () => {
  let polls = 0;
  const deployment = await listening(({ url = '' }, response) => {
    const isPoll = url.includes(id);
    if (isPoll) polls++;
    if (isPoll && polls > 1) response.writeHead(404, json).end('{"message":"no route matched"}');
    else if (/consensus\?/.test(url)) response.writeHead(404, json).end('{"error":"operation not found"}');
    else response.writeHead(404, json).end('{"message":"no route matched"}');
  });
  const outcome = expect(id).not.toReachInclusion({ deployment, forMs: 100, intervals: 20 });
  await expect(outcome).rejects.toBeInstanceOf(InconclusiveError);
});

describe('an observer that answers 404 to everything, and counts its answers', () => {
  /** Until `isGone`, one text of an operation, another one of a missing id, and a third of a path. */
  const counting = (isGone: (poll: number) => boolean): Promise<Deployment> => {
    let answers = 0;
    let polls = 0;
    return listening(({ url = '' }, response) => {
      const isObserver = /consensus/.test(url) && !(url.includes(id) && isGone(++polls));
      const told = url.includes('operationId=') ? 'unknown operation' : 'no operation id';
      const error = `answer ${++answers}: ${isObserver ? told : 'no such route'}`;
      response.writeHead(404, json).end(JSON.stringify({ error }));
    });
  };

  it('is found at its path when each answer names its request', async () => {
    const deployment = await counting(() => false);
    await expect(id).not.toReachInclusion({ deployment, forMs: 250, intervals: 100 });
  });

  it('is lost when it answers as for an unknown path', async () => {
    const deployment = await counting((poll) => poll > 2);
    const outcome = expect(id).not.toReachInclusion({ deployment, forMs: 250, intervals: 60 });
    await expect(outcome).rejects.toThrow(/status 404 as at a path that does not exist/);
  });
});

describe('an observer that reads the operation id from another parameter', () => {
  /** Knows every operation that the parameter `id` names, all of them included. */
  const observer = (parameter: string, errorOf: (answer: number) => string): Promise<Deployment> => {
    let answers = 0;
    return listening(
      ({ url = '' }, response) => {
        const { pathname, searchParams } = new URL(url, 'http://localhost');
        if (!pathname.endsWith('/is-message-included-in-consensus'))
          return response.writeHead(404, json).end('{"error":"no route"}');
        if (!searchParams.has('id')) {
          const body = JSON.stringify({ error: errorOf(++answers) });
          return response.writeHead(404, json).end(body);
        }
        return response
          .writeHead(200, json)
          .end('{"response":{"stage":"includedInBETAConsensus","success":true,"transactions":[]}}');
      },
      { operationIdParameter: parameter },
    );
  };

  it.each([
    ['the same error each time', () => 'operation not found'],
    ['an error that varies', (answer: number) => `answer ${answer}: operation not found`],
  ])('does not make an included operation look pending by %s', async (_, errorOf) => {
    const deployment = await observer('operationId', errorOf);
    const window = { deployment, forMs: 100, intervals: 30 };
    const pending = expect(id).toRemainPending(window);
    await expect(pending).rejects.toBeInstanceOf(InconclusiveError);
    await expect(pending).rejects.toThrow(
      /is inconclusive: The observer of staging answers a request without an operation id as one with an unknown id, with status 404\n[\s\S]*What to do: check the convention operationIdParameter \(operationId\)/,
    );
    await expect(expect(id).toReachInclusion({ deployment, timeoutMs: 60 })).rejects.toThrow(
      /answers a request without an operation id as one with an unknown id, with status 404/,
    );
    await expect(id).toReachInclusion({ deployment: await observer('id', errorOf) });
  });
});

it('the message says that every path has the same answer', async () => {
  const deployment = await listening((_, response) => response.writeHead(404, json).end('{"error":"no"}'));
  const outcome = expect(id).not.toReachInclusion({ deployment, forMs: 250, intervals: 100 });
  await expect(outcome).rejects.toThrow(
    /^expect\(operationId\)\.not\.toReachInclusion\(\) is inconclusive: The observer of \S+ answers every path alike[^\n]*\n/,
  );
  await expect(outcome).rejects.toMatchObject({ cause: expect.any(PreflightError) });
  await expect(outcome).rejects.toThrow(/Received: {3}nothing: every poll failed\n/);
  await expect(outcome).rejects.toThrow(/What to do: check the base URL of the observer and the chain names/);
});

describe('the path of the observer', () => {
  const answer: RequestListener = ({ url = '' }, response) => {
    const isNameless = /consensus$/.test(url);
    response.writeHead(isNameless ? 400 : 404, json).end(`{"error":"${isNameless ? 'id' : 'unknown'}"}`);
  };

  it('is checked once for waits that end together', async () => {
    const urls: string[] = [];
    const deployment = await listening((request, response) => {
      urls.push(request.url ?? '');
      answer(request, response);
    });
    const window = { deployment, forMs: 200, intervals: 90 };
    await Promise.all([expect(id).not.toReachInclusion(window), expect(id).toRemainPending(window)]);
    expect(urls.filter((url) => !url.includes(id))).toHaveLength(4);
  });

  it('is checked again for a later wait, because a gateway may have lost it', async () => {
    let isLost = false;
    const deployment = await listening((request, response) =>
      isLost ? response.writeHead(404, json).end('{"message":"no route"}') : answer(request, response),
    );
    await expect(id).toRemainPending({ deployment, forMs: 100, intervals: 30 });
    isLost = true;
    await expect(expect(id).toRemainPending({ deployment, forMs: 1800, intervals: 300 })).rejects.toThrow(
      /is inconclusive: The observer of staging answers every path alike/,
    );
  });
});

it('a permanent failure is not attributed to the time limit of the test', { timeout: 5_000 }, async () => {
  const deployment = await listening((_, response) =>
    response.writeHead(401, json).end('{"error":"no token"}'),
  );
  const outcome = expect(id).toReachInclusion({ deployment });
  await expect(outcome).rejects.toThrow(
    /^expect\(operationId\)\.toReachInclusion\(\) is inconclusive: The observer of staging answered with status 401/,
  );
});
