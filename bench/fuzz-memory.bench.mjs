// Memory of a campaign of 200,000 cases, after each 50,000: it must not grow with their number. Run:
// npm run bench:fuzz-memory, with CASES=50000 for a quick look.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { defineDeployment } from 'crosscheck';
import { runCampaign } from 'crosscheck/fuzz';
import { setting } from './setting.mjs';

const cases = setting('CASES', 200_000, 1_000);
const every = cases / 4;

function memory() {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

const server = fork(new URL('./fixtures/trivial-server-process.mjs', import.meta.url));
const [port] = await once(server, 'message');
const url = `http://127.0.0.1:${port}`;
let run = 0;
let printed = 0;
const { verdict, requests, durationMs } = await runCampaign({
  deployment: defineDeployment({ simulatorUrl: url, observerUrl: url }),
  phases: { smoke: false, coverage: false, invalid: false, stateful: false, wire: false },
  cases,
  seed: 1,
  concurrency: 32,
  onEvent(event) {
    if (event.event !== 'tick') return;
    run += event.cases;
    if (Math.floor(run / every) === printed) return;
    printed = Math.floor(run / every);
    console.log(`${String(run).padStart(9)} cases: ${memory().toFixed(1)} MB`);
  },
});
console.log(`${verdict}: ${requests} requests in ${(durationMs / 1000).toFixed(0)} s`);
server.disconnect();
