// How long a smoke run of a local deployment takes: the command from its start to its end, the function, and the very same
// requests by bare undici.request, one after the other. Run: npm run bench:smoke, with ROUNDS=3 for a quick look.
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { defineDeployment } from 'crosscheck';
import { runSmoke } from 'crosscheck/smoke';
import { Agent, request } from 'undici';
import { interleavedMedians } from './interleaved.mjs';
import { setting } from './setting.mjs';

const rounds = setting('ROUNDS', 9, 1);
const limitMs = 3_000;
const cli = fileURLToPath(new URL('../dist/cli/crosscheck.js', import.meta.url));

const child = fork(new URL('./fixtures/local-deployment-process.mjs', import.meta.url));
const [{ simulatorUrl, observerUrl, controlUrl }] = await once(child, 'message');
const deployment = defineDeployment({ name: 'local', simulatorUrl, observerUrl });

const agent = new Agent();
const sent = [];
const noting = {
  dispatch(options, handler) {
    sent.push(options);
    return agent.dispatch(options, handler);
  },
};
const { verdict } = await runSmoke({
  deployment: defineDeployment({ name: 'local', simulatorUrl, observerUrl, dispatcher: noting }),
});
if (verdict !== 'passed') throw new Error(`the local deployment is ${verdict}`);

async function sendBare() {
  const own = new Agent();
  for (const { origin, path, method, headers, body } of sent) {
    const answer = await request(origin + path, { method, headers, body, dispatcher: own });
    await answer.body.text();
  }
  await own.close();
}

const command = 'crosscheck smoke, the whole process';
const bare = `the same ${sent.length} requests by undici.request`;
const contestants = [
  {
    name: command,
    run: async () =>
      void execFileSync(process.execPath, [cli, 'smoke', '--control-url', controlUrl], { encoding: 'utf8' }),
  },
  { name: 'runSmoke', run: () => runSmoke({ deployment }) },
  { name: bare, run: sendBare },
];
const medians = await interleavedMedians(contestants, rounds, async ({ run }) => {
  const start = performance.now();
  await run();
  return performance.now() - start;
});

console.log(`milliseconds, medians of ${rounds}, and as a multiple of the bare requests\n`);
for (const [name, ms] of medians)
  console.log(
    `  ${name.padEnd(44)} ${ms.toFixed(0).padStart(6)}  ${(ms / medians.get(bare)).toFixed(1).padStart(5)}`,
  );
const isWithin = medians.get(command) < limitMs;
console.log(`\nthe limit of ${limitMs} ms is ${isWithin ? 'kept' : 'NOT KEPT'}`);
await agent.close();
child.disconnect();
await once(child, 'exit');
