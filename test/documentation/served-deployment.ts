import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { connectLocalDeployment } from 'crosscheck/local';

/** A local deployment of the packed package, which snippets meet in the place of staging. */
export interface ServedDeployment {
  readonly baseUrl: string;
  readonly controlUrl: string;
  /** What `replace` may put for a placeholder, as `{swap}`. */
  readonly values: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts a local deployment in a process of its own; both of its operations have one base URL. */
export async function serveDeployment(crosscheck: string, chains: string): Promise<ServedDeployment> {
  const args = [crosscheck, 'serve', '--json', '--port', String(await freePort()), '--chains', chains];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const { simulatorUrl, controlUrl } = JSON.parse(await firstLine(child));
  const local = await connectLocalDeployment(controlUrl);
  const { bounce, swap } = local.contracts.targets;
  const [caller = ''] = local.accounts;
  const operationId = await local.submit({
    shardsKey: '7',
    alphaCallParams: { target: bounce, methodName: 'bounce' },
    betaAssets: [{ amount: '1000' }],
    betaCaller: caller,
  });
  return {
    baseUrl: simulatorUrl,
    controlUrl,
    values: { baseUrl: simulatorUrl, controlUrl, bounce, swap, caller, operationId },
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('crosscheck serve has no output');
  for await (const line of createInterface(stdout)) return line;
  throw new Error('crosscheck serve ended before it was ready');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
