// How many requests a second a core the observer answers, by the CPU time of its process, beside a bare node:http
// server. Run: npm run bench:observer
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { askingSockets } from './fixtures/asking-sockets.mjs';
import { interleavedMedians } from './interleaved.mjs';
import { setting } from './setting.mjs';

const rounds = setting('ROUNDS', 7, 1);
const roundMs = setting('ROUND_MS', 1000, 100);
const connections = 32;
/** By then V8 has compiled what an answer runs through, also where a busy machine leaves little time for it. */
const warmCount = setting('WARM_COUNT', 30_000, 100);

async function start(name, asked) {
  const child = fork(new URL('./fixtures/observed-process.mjs', import.meta.url));
  child.send({ name, asked });
  const [observed] = await once(child, 'message');
  const { operationId, headers, body } = { ...asked, ...observed };
  const path = `/beta/observer/is-message-included-in-consensus?operationId=${operationId}`;
  const sockets = await askingSockets({ port: observed.port, path, body, connections });
  return {
    asked: { operationId, headers, body },
    async cpuUs() {
      child.send('cpu');
      const [{ user, system }] = await once(child, 'message');
      return user + system;
    },
    ask: sockets.ask,
    async stop() {
      sockets.close();
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

const deployment = await start('deployment');
const bare = await start('bare', deployment.asked);
const route = await start('route', deployment.asked);

const contestants = [
  { name: 'a bare node:http server', server: bare },
  { name: 'one with a route and JSON', server: route },
  { name: 'the observer', server: deployment },
];
// In turn, because an idle connection is closed after some seconds.
for (let answers = 0; answers < warmCount; ) {
  const counts = [];
  for (const { server } of contestants) counts.push(await server.ask(roundMs));
  answers += Math.min(...counts);
}
const medians = await interleavedMedians(contestants, rounds, async ({ server }) => {
  const before = await server.cpuUs();
  const answers = await server.ask(roundMs);
  return (answers / ((await server.cpuUs()) - before)) * 1e6;
});

console.log('requests a second of CPU time, and as a multiple of the bare server\n');
const bareRate = medians.get(contestants[0].name);
for (const [name, rate] of medians)
  console.log(`  ${name.padEnd(28)} ${rate.toFixed(0).padStart(7)}  ${(rate / bareRate).toFixed(2)}`);
for (const { server } of contestants) await server.stop();
