import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A registry of npm packages, to be named by `npm_config_registry`. */
export interface LocalRegistry {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a registry that has the packed package, and sends on to the one in use for all else. */
export async function startLocalRegistry(tarball: string): Promise<LocalRegistry> {
  const { stdout: registryInUse } = await run('npm', ['config', 'get', 'registry']);
  const bytes = await readFile(tarball);
  const manifest = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const { name, version } = manifest;
  const server = createServer(({ url: path = '/', headers }, response) => {
    if (path === `/${name}.tgz`) response.end(bytes);
    else if (path === `/${name}`) {
      const dist = { tarball: `http://${headers.host}/${name}.tgz`, integrity };
      const packument = {
        name,
        'dist-tags': { latest: version },
        versions: { [version]: { ...manifest, dist } },
      };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(packument));
    } else response.writeHead(307, { location: new URL(path.slice(1), registryInUse.trim()).href }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
