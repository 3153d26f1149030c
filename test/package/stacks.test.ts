import { execFile } from 'node:child_process';
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, onTestFinished, test } from 'vitest';

const run = promisify(execFile);

/** The stack that a script prints, without the message. */
async function framesOf(statement: string, folder = inject('scratchProject')): Promise<string[]> {
  const file = join(folder, 'stack.mjs');
  onTestFinished(() => rm(file));
  await writeFile(
    file,
    `import { createClient, defineDeployment, waitForInclusion } from 'crosscheck';
const nobody = 'http://127.0.0.1:9';
const deployment = defineDeployment({ simulatorUrl: nobody, observerUrl: nobody });
const client = createClient(deployment);
const id = '0x' + '12'.repeat(32);
try {
  ${statement}
} catch (error) {
  console.log(error.stack.slice(error.stack.indexOf('\\n    at ') + 1));
}`,
  );
  const { stdout } = await run(process.execPath, [file]);
  return stdout.trim().split('\n');
}

test.each([
  ['a deployment without a URL', 'defineDeployment({});'],
  ['a wait with a misspelt option', 'await waitForInclusion(client, id, { timeout: 1 });'],
  ['a wait that sees nothing', 'await waitForInclusion(client, id, { timeoutMs: 200 });'],
  ['a request that is not sent', 'await client.simulate({});'],
  ['a call that nobody answers', 'await client.inclusion(id);'],
])('the stack of %s begins at the line of the user', async (_, statement) => {
  expect((await framesOf(statement))[0]).toContain('stack.mjs:7:');
});

test('the stack begins at the line of the user in a folder with spaces and other characters', async () => {
  const project = inject('scratchProject');
  const folder = join(project, 'end to end, übrigens');
  onTestFinished(() => rm(folder, { recursive: true }));
  const installed = join('node_modules', 'crosscheck');
  await cp(join(project, installed), join(folder, installed), { recursive: true, dereference: true });
  expect((await framesOf('await client.inclusion(id);', folder))[0]).toContain('stack.mjs:7:');
});
