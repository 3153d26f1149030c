import '../../support/masked-traces.js';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { runSmoke, type SmokeOptions, type SmokeReport } from 'crosscheck/smoke';
import { Agent } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { instantDispatcher } from '../../support/instant-dispatcher.js';
import { expiredCertificate, localhostCertificate } from '../../support/localhost-certificate.js';
import { realClock } from '../../support/real-clock.js';
import { checkIn, deploymentAt, notPassed } from './service.js';

/** What the smoke checks say of a server with a certificate. */
async function smokeOverTls(
  certificate: typeof localhostCertificate,
  options: Partial<SmokeOptions> & {
    readonly dispatcher?: Agent;
    readonly at?: string;
    readonly retries?: number;
  } = {},
): Promise<SmokeReport> {
  const server = createServer(certificate, (request, response) => {
    const [status, body] =
      request.method === 'POST'
        ? [200, '{"response":{"simulationStatus":false,"simulationError":"no"}}']
        : [404, '{"error":"operation not found"}'];
    request.resume().on('end', () => {
      response.writeHead(status as number, { 'content-type': 'application/json' }).end(body);
    });
  });
  const { dispatcher, at = 'localhost', retries = 0, ...others } = options;
  server.listen(0, at === 'localhost' ? '127.0.0.1' : at.replace(/[[\]]/g, ''));
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const origin = `https://${at}:${(server.address() as AddressInfo).port}`;
  return await runSmoke({
    samples: 0,
    ...others,
    deployment: deploymentAt(origin, { dispatcher, retries }),
  });
}

function trusting(ca: string, connect: object = {}): Agent {
  const agent = new Agent({ connect: { ca, ...connect } });
  onTestFinished(() => agent.destroy());
  return agent;
}

describe('a certificate', () => {
  it('that the dispatcher trusts passes', async () => {
    const dispatcher = trusting(localhostCertificate.cert);
    expect(checkIn(await smokeOverTls(localhostCertificate, { dispatcher }), 'tls')).toMatchObject({
      status: 'passed',
      message: expect.stringMatching(
        /^localhost:\d+: TLSv1.3, certificate valid until 2126-10-28, for [\d,]+ days$/,
      ),
    });
  });

  it('of an IPv6 address is checked', async () => {
    const dispatcher = trusting(localhostCertificate.cert, { checkServerIdentity: () => undefined });
    const report = await smokeOverTls(localhostCertificate, { dispatcher, at: '[::1]' });
    expect(checkIn(report, 'tls')).toMatchObject({
      status: 'passed',
      message: expect.stringMatching(/^\[::1\]:\d+: TLSv1.3, certificate valid until 2126-10-28/),
    });
  });

  it('for another name has advice about names', async () => {
    const dispatcher = trusting(localhostCertificate.cert);
    const report = await smokeOverTls(localhostCertificate, { dispatcher, at: '127.0.0.2' });
    expect(checkIn(report, 'tls')).toMatchObject({
      status: 'failed',
      advice: 'call it by a name that its certificate is for, or have one issued for this host',
    });
  });

  it('that is not trusted is reported once, however soon it expires', async () => {
    const report = await smokeOverTls(localhostCertificate, { minCertificateDays: 36_500, retries: 3 });
    expect(report.requests).toBe(2);
    expect(checkIn(report, 'tls')).toMatchObject({
      status: 'failed',
      details: [
        expect.stringMatching(/^Certificate: /),
        expect.stringMatching(/^Also: {7}it ends on 2126-10-28/),
      ],
      advice: expect.stringMatching(/^give the deployment an undici Agent/),
    });
  });

  it('that expires soon fails', async () => {
    const dispatcher = trusting(localhostCertificate.cert);
    const report = await smokeOverTls(localhostCertificate, { dispatcher, minCertificateDays: 36_500 });
    expect(checkIn(report, 'tls')).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(
        /ends on 2126-10-28, in [\d,]+ days: fewer than 36,500 \(minCertificateDays\)$/,
      ),
    });
  });

  it('that is not trusted fails, and nothing more is sent', async () => {
    const report = await smokeOverTls(localhostCertificate);
    expect(report.verdict).toBe('failed');
    expect(notPassed(report)).toMatchSnapshot();
    expect(checkIn(report, 'empty-body').status).toBe('skipped');
  });

  it('that has expired fails, with the date', async () => {
    expect(notPassed(await smokeOverTls(expiredCertificate))).toMatchSnapshot();
  });

  it('that no new connection shows is not fetched without the dispatcher', async () => {
    const dispatcher = instantDispatcher(() => [404, '{"error":"no"}']);
    const deployment = deploymentAt('https://localhost:1', { dispatcher });
    const report = await runSmoke({ samples: 0, deployment });
    expect(checkIn(report, 'tls')).toMatchObject({ status: 'skipped' });
  });
});

const day = 86_400_000;
const [validFrom, validTo] = (['validFrom', 'validTo'] as const).map((name) =>
  Date.parse(new X509Certificate(localhostCertificate.cert)[name]),
) as [number, number];

/** What the check says of a certificate at a moment, without the host. */
async function judgedAt(unixMs: number, certificate: object = {}, connect: object = {}) {
  const dispatcher = trusting(localhostCertificate.cert, connect);
  const clock = { ...realClock, unixNow: () => unixMs };
  const report = await smokeOverTls({ ...localhostCertificate, ...certificate }, { dispatcher, clock });
  const { status, message } = checkIn(report, 'tls');
  return [status, message.replace(/^localhost:\d+: /, '')];
}

it.each([
  ['has ended', validTo + 1, 'failed', 'the certificate ended on 2126-10-28'],
  ['is not valid yet', validFrom - day, 'failed', 'the certificate is valid only from 2026-11-21'],
  [
    'ends today',
    validTo - 1,
    'failed',
    'the certificate ends on 2126-10-28, in 0 days: fewer than 14 (minCertificateDays)',
  ],
  [
    'ends a moment too soon',
    validTo - 14 * day + 1,
    'failed',
    'the certificate ends on 2126-10-28, in 13 days: fewer than 14 (minCertificateDays)',
  ],
  ['ends in time', validTo - 14 * day, 'passed', 'TLSv1.3, certificate valid until 2126-10-28, for 14 days'],
])('a certificate that %s is judged by the clock of the run', async (_, unixMs, status, message) => {
  expect(await judgedAt(unixMs)).toEqual([status, message]);
});

it('rejects an obsolete version of TLS', async () => {
  // OpenSSL offers it only at its lowest level of security.
  const obsolete = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' };
  expect(await judgedAt(validFrom + day, obsolete, obsolete)).toEqual([
    'failed',
    'the certificate is served over TLSv1.1, which is obsolete',
  ]);
});
