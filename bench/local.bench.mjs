// How long the local deployment takes to be ready, and how many simulations it answers beside the engine alone, when
// that is sent the JSON-RPC calls of a simulation: just started, and warm. Run: npm run bench:local
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { startLocalDeployment } from 'crosscheck/local';
import { engine, simulator } from './fixtures/simulations.mjs';
import { interleavedMedians, median } from './interleaved.mjs';
import { setting } from './setting.mjs';

const rounds = setting('ROUNDS', 7, 1);
const roundMs = setting('ROUND_MS', 700, 100);
/**
 * A simulation's CPU time in the deployment falls to less than half over the first 5,000, as V8 compiles what they run
 * through, and no further. The calls alone run through next to nothing here, and through an engine that is compiled.
 */
const warmCount = setting('WARM_COUNT', 5000, 100);

async function start() {
  const child = fork(new URL('./fixtures/local-deployment-process.mjs', import.meta.url));
  const [local] = await once(child, 'message');
  const stop = () => {
    child.disconnect();
    return once(child, 'exit');
  };
  return { ...local, stop };
}

const starts = [];
for (let round = 0; round < rounds; round++) {
  const local = await start();
  starts.push(local);
  await local.stop();
}
const ms = (name) => `${median(starts.map((local) => local[name])).toFixed(0)} ms`;
console.log(
  `ready in ${ms('readyMs')} after an import of ${ms('importMs')} (medians of ${rounds} processes)`,
);

const here = await startLocalDeployment();
const elsewhere = await start();
const simulateHere = simulator(here);
const simulateElsewhere = simulator(elsewhere);
const makeCalls = engine(here.evmRpcUrl, (await simulateHere()).response.debugInfo);

const contestants = [
  {
    name: 'the JSON-RPC calls alone',
    work: async () => (await makeCalls())[0].result[0].calls[0].status === '0x1',
  },
  {
    name: 'a simulation, deployment in this process',
    work: async () => (await simulateHere()).response.simulationStatus,
  },
  {
    name: 'a simulation, deployment in another one',
    work: async () => (await simulateElsewhere()).response.simulationStatus,
  },
];

async function repeat({ work }, concurrency, isOver) {
  let count = 0;
  const worker = async () => {
    for (; !isOver(count); count++) if (!(await work())) throw new Error('not the answer');
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return count;
}

async function rate(contestant, concurrency) {
  const end = performance.now() + roundMs;
  const count = await repeat(contestant, concurrency, () => performance.now() >= end);
  return count / (roundMs / 1000);
}

async function compare(state) {
  for (const concurrency of [1, 32]) {
    const medians = await interleavedMedians(contestants, rounds, (contestant) =>
      rate(contestant, concurrency),
    );
    const alone = medians.get(contestants[0].name);
    console.log(`\n${state}, concurrency ${concurrency}: a second, and as a share of the calls alone`);
    for (const [name, perSecond] of medians)
      console.log(
        `  ${name.padEnd(42)} ${perSecond.toFixed(0).padStart(7)}  ${(perSecond / alone).toFixed(2)}`,
      );
  }
}

await compare('just started');
for (const contestant of contestants) await repeat(contestant, 32, (count) => count >= warmCount);
await compare(`after ${warmCount} of each`);
await here.stop();
await elsewhere.stop();
