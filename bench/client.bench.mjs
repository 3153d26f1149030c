// Requests a second of the client, validating both ways, against bare undici.request + JSON.parse and other clients
// (each with zod both ways), all on one server, which says how busy it was: near 100 % it would be the server that is
// measured. Run: npm run bench:client, with ROUNDS=3 for a quick look.

import { askChild, startChild } from './child-process.mjs';
import { clients } from './fixtures/clients.mjs';
import { interleavedMedians, median } from './interleaved.mjs';
import { setting } from './setting.mjs';

const rounds = setting('ROUNDS', 7, 1);
const forMs = setting('ROUND_MS', 700, 50);

const { child: server, message: port } = await startChild('simulator-process.mjs');
const contestants = [];
for (const name of Object.keys(clients)) {
  const { child } = await startChild('client-process.mjs', name, `http://127.0.0.1:${port}`);
  contestants.push({ name, child });
}

async function rateOf(contestant, concurrency) {
  const before = await askChild(server, 'cpu');
  const { rate, cpuUs } = await askChild(contestant.child, { concurrency, forMs });
  contestant.cpuUs.push(cpuUs);
  contestant.serverShare.push(((await askChild(server, 'cpu')) - before) / forMs);
  return rate;
}

for (const concurrency of [1, 32]) {
  for (const contestant of contestants) Object.assign(contestant, { cpuUs: [], serverShare: [] });
  const rates = await interleavedMedians(contestants, rounds, (contestant) =>
    rateOf(contestant, concurrency),
  );
  const bare = rates.get(contestants[0].name);
  console.log(
    `\nconcurrency ${String(concurrency).padEnd(23)}   requests/s  ratio  CPU µs/call  server busy`,
  );
  for (const { name, cpuUs, serverShare } of contestants) {
    const columns = [
      name.padEnd(35),
      rates.get(name).toFixed(0).padStart(12),
      (rates.get(name) / bare).toFixed(2).padStart(6),
      median(cpuUs).toFixed(0).padStart(12),
      `${(median(serverShare) * 100).toFixed(0)} %`.padStart(12),
    ];
    console.log(columns.join(' '));
  }
}
for (const { child } of [...contestants, { child: server }]) child.disconnect();
