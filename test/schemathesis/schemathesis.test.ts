import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, inject, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const crosscheck = (): string => join(inject('scratchProject'), 'node_modules/.bin/crosscheck');

interface Served {
  readonly simulatorUrl: string;
  readonly controlUrl: string;
}

interface Exchange {
  readonly request: { readonly url: string };
  readonly response: { readonly status: number; readonly content: { readonly text?: string } };
}

async function serve(...flags: string[]): Promise<Served> {
  const served = spawn(crosscheck(), ['serve', '--json', ...flags]);
  onTestFinished(async () => {
    served.kill();
    await once(served, 'exit');
  });
  const [line] = await once(served.stdout, 'data');
  return JSON.parse(`${line}`);
}

/** Submits the first example of the document, so that the observer knows an operation. */
async function submitExample({ simulatorUrl, controlUrl }: Served): Promise<void> {
  const document = JSON.parse(await (await fetch(`${simulatorUrl}/openapi.json`)).text());
  const { post } = Object.values(document.paths).find((item) => Object.hasOwn(item as object, 'post')) as {
    post: { requestBody: { content: Record<string, { examples: Record<string, { value: unknown }> }> } };
  };
  const [example] = Object.values(post.requestBody.content['application/json']?.examples ?? {});
  const submitted = await fetch(`${controlUrl}/operations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(example?.value),
  });
  expect(submitted.ok).toBe(true);
}

/** Runs Schemathesis as it comes from PyPI, with all of its checks; gives what it printed and exchanged. */
async function runSchemathesis(
  ...location: string[]
): Promise<{ stdout: string; exchanges: readonly Exchange[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'crosscheck-schemathesis-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const har = join(folder, 'exchanges.har');
  const { stdout } = await run(
    inject('schemathesis'),
    [
      ...['run', ...location, '--checks', 'all', '--continue-on-failure', '--seed', '1'],
      ...['--max-examples', '100', '--report', 'har', '--report-har-path', har],
    ],
    { cwd: folder, env: { ...process.env, NO_COLOR: '1' } },
  ).catch((error: { stdout: string }) => error);
  return { stdout, exchanges: JSON.parse(await readFile(har, 'utf8')).log.entries };
}

function assertFoundNothing({ stdout, exchanges }: Awaited<ReturnType<typeof runSchemathesis>>): void {
  expect(stdout).not.toMatch(/=+ (?:FAILURES|ERRORS) =+/);
  expect(stdout).toMatch(/(\d{3,}) generated, \1 passed/);
  const succeeded = exchanges.filter(({ response }) =>
    /"simulationStatus":\s*true/.test(response.content.text ?? ''),
  );
  expect(succeeded.length).toBeGreaterThan(10);
  const records = exchanges.filter(
    ({ request, response }) => request.url.includes('/observer/') && response.status === 200,
  );
  expect(records.length).toBeGreaterThan(0);
}

test('finds nothing by the document that a local deployment serves', async () => {
  const served = await serve();
  await submitExample(served);
  assertFoundNothing(await runSchemathesis(`${served.simulatorUrl}/openapi.json`));
});

test('finds nothing by the document that crosscheck openapi writes, with chain names of its own', async () => {
  const port = await freePort();
  const served = await serve('--chains', 'evm,tvm', '--port', port);
  await submitExample(served);
  const folder = await mkdtemp(join(tmpdir(), 'crosscheck-openapi-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'openapi.json');
  await run(crosscheck(), ['openapi', '--control-url', served.controlUrl, '--out', file]);
  assertFoundNothing(await runSchemathesis(file, '--url', served.simulatorUrl));
});

test('bench:fuzz-schemathesis runs', async () => {
  const env = { ...process.env, SHORT: '1', SCHEMATHESIS: inject('schemathesis') };
  const bench = fileURLToPath(new URL('../../bench/fuzz-schemathesis.bench.mjs', import.meta.url));
  const { stdout } = await run(process.execPath, [bench], { env });
  expect(stdout).toMatch(/Schemathesis, 8 workers +\d+ +1\.0\n +crosscheck fuzz, concurrency 8 +\d+ +\d/);
});

async function freePort(): Promise<string> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await promisify(server.close.bind(server))();
  return `${port}`;
}
