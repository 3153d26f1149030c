import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type DeploymentOptions, defineDeployment, waitForInclusion } from 'crosscheck';
import { Agent, type Dispatcher } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expiredCertificate, localhostCertificate } from '../../support/localhost-certificate.js';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { clientAt, fullRequest, operationId, rejectionOf } from './calls.js';

const listening = async (server: Server) => {
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

const tlsServer = (certificate = localhostCertificate) =>
  listening(createTlsServer(certificate, (_, response) => response.end('{"response":{}}')));

const agent = (options: Agent.Options) => {
  const dispatcher = new Agent(options);
  onTestFinished(() => dispatcher.destroy());
  return dispatcher;
};

/** A dispatcher that does nothing but what a test says. */
const dispatcherOf = (dispatch: (...args: Parameters<Dispatcher['dispatch']>) => boolean) =>
  Object.assign(agent({}), { dispatch });

/** The target of a test: a base URL, and the dispatcher where one is needed. */
type Target = readonly [url: string, options?: Partial<DeploymentOptions>];

const untrusted = async (): Promise<Target> => [`https://localhost:${await tlsServer()}`];
const expired = async (): Promise<Target> => [
  `https://localhost:${await tlsServer(expiredCertificate)}`,
  { dispatcher: agent({ connect: { ca: expiredCertificate.cert } }) },
];
const ofAnotherHost = async (): Promise<Target> => [
  `https://127.0.0.1:${await tlsServer()}`,
  { dispatcher: agent({ connect: { ca: localhostCertificate.cert, servername: 'other.example' } }) },
];
const tlsToPlain = async (): Promise<Target> => [
  `https://127.0.0.1:${await listening(createServer((_, response) => response.end('{"response":{}}')))}`,
];
const plainToTls = async (): Promise<Target> => [`http://127.0.0.1:${await tlsServer()}`];
const noHttp = async (): Promise<Target> => [(await startRawServer('SSH-2.0-OpenSSH_9.6\r\n')).origin];
const closedDispatcher = async (): Promise<Target> => {
  const dispatcher = agent({});
  await dispatcher.close();
  return ['http://127.0.0.1:9', { dispatcher }];
};
const redirectLoop = async (): Promise<Target> => [
  (await startRawServer(answerOf(302, '', { location: '/beta/observer/is-message-included-in-consensus' })))
    .origin,
];

describe('an error that cannot pass', () => {
  it.each<[string, () => Promise<Target>, RegExp]>([
    ['an untrusted certificate', untrusted, /self-signed certificate \(DEPTH_ZERO_SELF_SIGNED_CERT\)/],
    ['an expired certificate', expired, /certificate has expired \(CERT_HAS_EXPIRED\)/],
    ['a certificate of another host', ofAnotherHost, /\(ERR_TLS_CERT_ALTNAME_INVALID\)/],
    ['TLS to a plain port', tlsToPlain, /\(ERR_SSL_WRONG_VERSION_NUMBER\)/],
    ['plain HTTP to a TLS port', plainToTls, /the port speaks TLS, but the base URL is http/],
    ['a port that speaks no HTTP', noHttp, /does not match the HTTP\/1.1 protocol/],
    ['a closed dispatcher', closedDispatcher, /the dispatcher of the deployment is closed/],
    ['a redirect to itself', redirectLoop, /status 302/],
  ])('ends a wait and a call at once: %s', async (_, target, reason) => {
    const [url, options] = await target();
    const client = clientAt(url, options);
    const error = await rejectionOf(
      waitForInclusion(client, operationId, { timeoutMs: 20_000, intervals: 5 }),
    );
    expect(error).toMatchObject({ code: 'INCLUSION_UNKNOWN', timeline: { length: 1 } });
    expect(error.message).toMatch(reason);
    const failure = await rejectionOf(client.simulate(fullRequest));
    expect(failure).toMatchObject({ exchange: { attempts: { length: 1 } } });
  });

  it.each(['http://a..b', 'https://*', 'http://.', `http://${'a'.repeat(64)}.example`])(
    'is refused when the deployment is defined, if the host can be none: %s',
    (simulatorUrl) => {
      expect(() => defineDeployment({ simulatorUrl, observerUrl: 'http://127.0.0.1' })).toThrow(
        'simulatorUrl must have a host that is a name or an IP address',
      );
    },
  );
});

describe('a host name that nobody knows', () => {
  const unknownHost = () => {
    const lookup = (_: unknown, __: unknown, done: (error: Error) => void) =>
      done(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }));
    const dispatcher = agent({ connect: { lookup: lookup as never } });
    return clientAt('http://nobody.example', { dispatcher });
  };

  it.each([
    [3, {}],
    [1, { maxUnknownHostPolls: 1 }],
    [7, { maxUnknownHostPolls: 7 }],
  ])('ends a wait after %i polls in a row', async (polls, options) => {
    const wait = waitForInclusion(unknownHost(), operationId, {
      timeoutMs: 20_000,
      intervals: 1,
      ...options,
    });
    const error = await rejectionOf(wait);
    expect(error).toMatchObject({ code: 'INCLUSION_UNKNOWN', timeline: { length: polls } });
    expect(error.message).toContain('host name not found (ENOTFOUND)');
  });
});

describe('code that fails on this side', () => {
  const failing = (error: unknown, isThrown: boolean) => {
    let calls = 0;
    const dispatcher = dispatcherOf((_, handler) => {
      calls++;
      if (isThrown) throw error;
      handler.onResponseError?.(undefined as never, error as Error);
      return true;
    });
    return { client: clientAt('http://127.0.0.1:9', { dispatcher }), calls: () => calls };
  };

  it.each([
    ['thrown', true],
    ['handed over', false],
  ])('is a usage error, and is not tried again: %s', async (_, isThrown) => {
    for (const cause of [
      new TypeError('e.dispatch is not a function'),
      new ReferenceError('x is not defined'),
    ]) {
      const { client, calls } = failing(cause, isThrown);
      await expect(client.simulate(fullRequest)).rejects.toMatchObject({
        code: 'USAGE',
        message: expect.stringContaining(`The dispatcher of staging failed: ${cause.name}: ${cause.message}`),
        cause,
      });
      expect(calls()).toBe(1);
      const wait = waitForInclusion(client, operationId, { timeoutMs: 20_000, intervals: 1 });
      await expect(wait).rejects.toMatchObject({ code: 'INCLUSION_UNKNOWN', timeline: { length: 1 } });
    }
  });

  it('is not what fetch throws of a connection', async () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const { client, calls } = failing(new TypeError('fetch failed', { cause }), false);
    await expect(client.simulate(fullRequest)).rejects.toMatchObject({ code: 'HTTP_NETWORK' });
    expect(calls()).toBe(3);
  });
});
