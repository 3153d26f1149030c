import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { runInNewContext } from 'node:vm';
import {
  createClient,
  type DeploymentOptions,
  defineDeployment,
  type HttpError,
  waitForInclusion,
} from 'crosscheck';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expiredCertificate, localhostCertificate } from '../../support/localhost-certificate.js';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { clientAt, fullRequest, operationId, rejectionOf, steady } from './calls.js';

const listening = async (server: Server) => {
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

const tlsServer = (certificate = localhostCertificate) =>
  listening(
    createTlsServer(certificate, (request, response) =>
      request.resume().on('end', () => response.end('{"response":{"simulationStatus":true}}')),
    ),
  );

const agent = (options: Agent.Options) => {
  const dispatcher = new Agent(options);
  onTestFinished(() => dispatcher.destroy());
  return dispatcher;
};

/** A dispatcher that does only what a test says. */
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
const notHttp = async (): Promise<Target> => [(await startRawServer('SSH-2.0-OpenSSH_9.6\r\n')).origin];
const closedDispatcher = async (): Promise<Target> => {
  const dispatcher = agent({});
  await dispatcher.close();
  return ['http://127.0.0.1:9', { dispatcher }];
};
const redirectLoop = async (): Promise<Target> => [
  (await startRawServer(answerOf(302, '', { location: '/beta/observer/is-message-included-in-consensus' })))
    .origin,
];

/** A client whose dispatcher fails, and how many times it was called. */
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

const authorityAdvice =
  'give the deployment an undici Agent with the right certificate authority as its dispatcher, or name its file in NODE_EXTRA_CA_CERTS';

describe('a permanent failure', () => {
  it.each<[string, () => Promise<Target>, RegExp, string]>([
    [
      'an untrusted certificate',
      untrusted,
      /self-signed certificate \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
      authorityAdvice,
    ],
    ['an expired certificate', expired, /certificate has expired \(CERT_HAS_EXPIRED\)/, authorityAdvice],
    [
      'a certificate of another host',
      ofAnotherHost,
      /\(ERR_TLS_CERT_ALTNAME_INVALID\)/,
      'call it by a name that its certificate is for, or have one issued for this host',
    ],
    [
      'TLS to a plain port',
      tlsToPlain,
      /\(ERR_SSL_WRONG_VERSION_NUMBER\)/,
      'check the scheme of the base URL: the server does not speak TLS',
    ],
    [
      'plain HTTP to a TLS port',
      plainToTls,
      /the port speaks TLS, but the base URL is http/,
      'write https in the base URL',
    ],
    [
      'a port that does not speak HTTP',
      notHttp,
      /does not match the HTTP\/1.1 protocol/,
      'check the base URL, and that the service runs and can be reached from here',
    ],
    [
      'a closed dispatcher',
      closedDispatcher,
      /could not be reached: the dispatcher of the deployment is closed \(UND_ERR_DESTROYED\)/,
      'close a dispatcher only after the last call of its deployment',
    ],
    ['a redirect to itself', redirectLoop, /status 302/, 'set the base URL to where the service is: '],
  ])('ends a wait and a call at once: %s', async (_, target, reason, advice) => {
    const [url, options] = await target();
    const client = clientAt(url, options);
    const error = await rejectionOf(
      waitForInclusion(client, operationId, { timeoutMs: 20_000, intervals: 5 }),
    );
    expect(error).toMatchObject({ code: 'INCLUSION_UNKNOWN', timeline: { length: 1 } });
    expect(error.message).toMatch(reason);
    const failure = await rejectionOf<HttpError>(client.simulate(fullRequest));
    expect(failure).toMatchObject({ exchange: { attempts: { length: 1 } } });
    expect(failure.code).toBe(reason.source.includes('302') ? 'HTTP_STATUS' : 'HTTP_NETWORK');
    expect(failure.message).toContain(`What to do: ${advice}`);
  });

  it.each(['http://a..b', 'https://*', 'http://.', `http://${'a'.repeat(64)}.example`])(
    'is impossible for an invalid host name, which defineDeployment rejects: %s',
    (simulatorUrl) => {
      expect(() => defineDeployment({ simulatorUrl, observerUrl: 'http://127.0.0.1' })).toThrow(
        'simulatorUrl must have a host that is a name or an IP address',
      );
    },
  );
});

describe('an unknown host name', () => {
  const unknownHost = () => {
    const lookup = (_: unknown, __: unknown, done: (error: Error) => void) =>
      done(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }));
    const dispatcher = agent({ connect: { lookup: lookup as never } });
    return clientAt('http://nobody.example', { dispatcher });
  };

  it('ends a wait after three polls in a row', async () => {
    const wait = waitForInclusion(unknownHost(), operationId, { timeoutMs: 20_000, intervals: 1 });
    const error = await rejectionOf(wait);
    expect(error).toMatchObject({ code: 'INCLUSION_UNKNOWN', timeline: { length: 3 } });
    expect(error.message).toContain('host name not found (ENOTFOUND)');
  });
});

it('a connection error of another realm, as in Jest, is a failure of the connection', async () => {
  const make = `Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })`;
  const { client } = failing(runInNewContext(make), false);
  await expect(client.simulate(fullRequest)).rejects.toMatchObject({
    code: 'HTTP_NETWORK',
    message: expect.stringContaining('connection refused (ECONNREFUSED)'),
  });
});

describe('a dispatcher that throws', () => {
  it.each([
    ['the error is thrown', true],
    ['the error is passed to the handler', false],
  ])('causes a usage error, without another attempt: %s', async (_, isThrown) => {
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
      await expect(wait).rejects.toMatchObject({ code: 'USAGE' });
      expect(calls()).toBe(2);
    }
  });

  it('causes a network error when the cause is that of a connection', async () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const { client, calls } = failing(new TypeError('fetch failed', { cause }), false);
    await expect(client.simulate(fullRequest)).rejects.toMatchObject({ code: 'HTTP_NETWORK' });
    expect(calls()).toBe(3);
  });
});

describe('a connection that fails', () => {
  it('is reported with its reason and its attempts', async () => {
    const failure = await rejectionOf<HttpError>(clientAt(await closedOrigin()).simulate(fullRequest));
    expect(failure).toMatchObject({
      code: 'HTTP_NETWORK',
      status: undefined,
      cause: { code: 'ECONNREFUSED' },
    });
    expect(failure.exchange.response).toBeUndefined();
    expect(failure.exchange.attempts).toHaveLength(3);
    expect(steady(failure.message)).toMatchInlineSnapshot(`
      "The simulator of staging could not be reached: connection refused (ECONNREFUSED)

      Request:    POST http://127.0.0.1:PORT/alpha/simulator/simulate-message
      Attempts:   connection refused (ECONNREFUSED) at +N ms | connection refused (ECONNREFUSED) at +N ms | connection refused (ECONNREFUSED) at +N ms
      Trace ID:   TRACE
      What to do: check the base URL, and that the service runs and can be reached from here"
    `);
  });

  it.each([
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', authorityAdvice],
    ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'check the scheme of the base URL: the server does not speak TLS'],
    [undefined, 'check the base URL, and that the service runs and can be reached from here'],
  ])('is reported with advice for its code: %s', async (code, advice) => {
    const { client } = failing(Object.assign(new Error('x'), { code }), false);
    const failure = await rejectionOf(client.simulate(fullRequest));
    expect(failure).toMatchObject({ code: 'HTTP_NETWORK' });
    expect(failure.message.split('\n').at(-1)).toBe(`What to do: ${advice}`);
  });

  it('is reported in the words of OpenSSL, without its codes, and has its error as the cause', async () => {
    const client = clientAt(`https://localhost:${await listening(createServer())}`, { retries: 0 });
    const error = await rejectionOf(client.simulate(fullRequest));
    expect(error.message).toMatch(/ could not be reached: [a-z ]+ \(ERR_SSL_\w+\)\n/);
    expect(error.message).not.toMatch(/routines|error:|\.c\b/);
    expect((error.cause as Error).message).toContain('SSL routines');
  });
});

describe('the dispatcher of a deployment', () => {
  it('sends its requests', async () => {
    const server = await startRawServer(answerOf(200, '{"response":{}}'));
    const paths: unknown[] = [];
    const dispatcher = new Agent().compose((dispatch) => (options, handler) => {
      paths.push(options.path);
      return dispatch(options, handler);
    });
    await clientAt(server.origin, { dispatcher }).simulate(fullRequest);
    expect(paths).toEqual(['/alpha/simulator/simulate-message']);
    await dispatcher.close();
  });

  it('sets the certificate authority', async () => {
    const dispatcher = agent({ connect: { ca: localhostCertificate.cert } });
    const { response } = await clientAt(`https://localhost:${await tlsServer()}`, { dispatcher }).simulate(
      fullRequest,
    );
    expect(response.simulationStatus).toBe(true);
  });

  it('sets a proxy', async () => {
    const tunnels: unknown[] = [];
    const proxy = createServer();
    proxy.on('connect', ({ url = '' }, client) => {
      tunnels.push(url);
      const { hostname, port } = new URL(`http://${url}`);
      const upstream = connect(Number(port), hostname, () => {
        client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        upstream.pipe(client).pipe(upstream);
      });
    });
    const dispatcher = new ProxyAgent(`http://127.0.0.1:${await listening(proxy)}`);
    onTestFinished(() => dispatcher.destroy());
    const service = await startRawServer(answerOf(200, '{"response":{"simulationStatus":false}}'));

    const { response } = await clientAt(service.origin, { dispatcher }).simulate(fullRequest);

    expect(response.simulationStatus).toBe(false);
    expect(tunnels).toEqual([new URL(service.origin).host]);
  });
});

describe('createClient', () => {
  it.each([undefined, null, {}, 'https://host', { simulatorUrl: 'https://host' }])(
    'rejects %o',
    (deployment) => {
      expect(() => createClient(deployment as never)).toThrow(
        'createClient takes a deployment created by defineDeployment',
      );
    },
  );
});

/** An origin where nothing listens any more. */
async function closedOrigin(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
