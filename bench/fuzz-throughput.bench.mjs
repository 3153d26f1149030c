// Requests a second of a campaign with all checks, beside autocannon with bodies of the same kind at the same
// concurrency, on one node:http server that answers all the same. Run: npm run bench:fuzz-throughput, with ROUNDS=3 for
// a quick look.
import { askChild, startChild } from './child-process.mjs';
import { interleavedMedians, median } from './interleaved.mjs';
import { setting } from './setting.mjs';

const rounds = setting('ROUNDS', 7, 1);
const forMs = setting('ROUND_MS', 1000, 500);
// Campaigns take minutes, most of which is after V8 has compiled what is hot.
const warmMs = setting('WARM_MS', 5000, 500);
// Nothing tells what its processes used.
const jobs = 'valid --jobs 2';

const { child: server, message: port } = await startChild('trivial-server-process.mjs');
const contestants = [];
for (const name of ['autocannon', 'valid', 'metamorphic', jobs]) {
  const { child } = await startChild('load-process.mjs', name, `http://127.0.0.1:${port}`);
  contestants.push({ name, child });
}

for (const { child } of contestants) await askChild(child, { concurrency: 8, forMs: warmMs });
for (const concurrency of [8, 32]) {
  for (const contestant of contestants) contestant.cpuUs = [];
  const rates = await interleavedMedians(contestants, rounds, async ({ child, cpuUs }) => {
    const measured = await askChild(child, { concurrency, forMs });
    cpuUs.push(measured.cpuUs);
    return measured.rate;
  });
  const peer = rates.get('autocannon');
  console.log(`\nconcurrency ${String(concurrency).padEnd(16)} requests/s  ratio  CPU µs/request`);
  for (const { name, cpuUs } of contestants) {
    const columns = [
      (name === 'autocannon' ? name : `campaign: ${name}`).padEnd(28),
      rates.get(name).toFixed(0).padStart(10),
      (rates.get(name) / peer).toFixed(2).padStart(6),
      (name === jobs ? '–' : median(cpuUs).toFixed(1)).padStart(14),
    ];
    console.log(columns.join(' '));
  }
}
for (const { child } of [...contestants, { child: server }]) child.disconnect();
