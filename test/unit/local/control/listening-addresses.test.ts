import { networkInterfaces } from 'node:os';
import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { beforeAll, describe, expect, it } from 'vitest';
import { rawExchange, requestHead } from '../../../support/http-exchange.js';

const addresses = Object.values(networkInterfaces()).flatMap((list = []) =>
  list.map(({ address }) => address),
);
const hasIpv6 = addresses.includes('::1');

/** Every address, of one kind or both, and another way to write 127.0.0.1. */
const hosts = ['0.0.0.0', ...(hasIpv6 ? ['::'] : []), '0X7F.1'];

const local = new Map<string, LocalDeployment>();
beforeAll(async () => {
  let rpcUrl: string | undefined;
  for (const host of hosts) {
    const started = await startLocalDeployment({ host, clock: 'manual', rpcUrl });
    local.set(host, started);
    rpcUrl = started.evmRpcUrl;
  }
  return async () => void (await Promise.all([...local.values()].map(({ stop }) => stop())));
});

/** Asks the control listener of a host by one of its addresses, and returns its answer. */
async function answerTo(host: string, address: string, addressed: string | undefined): Promise<string> {
  const { port } = new URL(local.get(host)?.controlUrl ?? '');
  const head =
    addressed === undefined
      ? requestHead('GET /clock HTTP/1.0')
      : requestHead('GET /clock HTTP/1.1', `host: ${addressed}`, 'connection: close');
  return rawExchange(`http://${address}:${port}`, Buffer.from(head, 'latin1'));
}

const ofHosts = <Row extends readonly [string, string, unknown]>(rows: readonly Row[]): Row[] =>
  rows.filter(([host]) => hosts.includes(host));

// macOS has no other loopback address than 127.0.0.1.
describe.skipIf(process.platform === 'darwin')('a control listener', () => {
  it.each(
    ofHosts([
      ['0.0.0.0', '127.0.0.2', '127.0.0.2:8082'],
      ['0.0.0.0', '127.0.0.2', 'localhost:8082'],
      ['::', '127.0.0.2', '[::]:8082'],
      ['::', '127.0.0.2', '127.0.0.2:8082'],
      ['::', '127.0.0.1', '127.0.0.1:8082'],
      ['0X7F.1', '127.0.0.1', '0x7F.1:8082'],
      ['0X7F.1', '127.0.0.1', '0x7f.1'],
      ['0X7F.1', '127.0.0.1', 'LOCALHOST:8082'],
    ]),
  )('that is at %s and reached at %s accepts requests to %s', async (host, address, addressed) => {
    expect(await answerTo(host, address, addressed)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each(
    ofHosts([
      ['0.0.0.0', '127.0.0.2', 'evil.example'],
      ['0.0.0.0', '127.0.0.1', '127.0.0.2:8082'],
      ['0.0.0.0', '127.0.0.2', '127.0.0.2.evil.example'],
      ['0X7F.1', '127.0.0.1', 'evil.0x7f.1'],
      ['0X7F.1', '127.0.0.1', '0x7f.1@evil.example'],
      ['0X7F.1', '127.0.0.1', undefined],
    ]),
  )('that is at %s and reached at %s rejects requests to %s', async (host, address, addressed) => {
    expect(await answerTo(host, address, addressed)).toMatch(
      /^HTTP\/1\.1 403 .+"error":"the host must be one of /s,
    );
  });

  it.skipIf(!hasIpv6)('reports expected and received values', async () => {
    expect(await answerTo('::', '127.0.0.2', 'Evil.example\u009b:80')).toContain(
      'the host must be one of 127.0.0.1, localhost, [::1], [::], 127.0.0.2, got evil.example\\\\u009b:80',
    );
  });
});
