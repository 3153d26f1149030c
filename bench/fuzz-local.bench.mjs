// Requests a second of a campaign against a local deployment, beside the EVM that it runs on: the JSON-RPC calls of a
// simulation, sent to the EVM alone, and simulations without a campaign. Run: npm run bench:fuzz-local, with ROUNDS=3 for
// a quick look.
import { askChild, startChild } from './child-process.mjs';
import { engine, simulator } from './fixtures/simulations.mjs';
import { interleavedMedians } from './interleaved.mjs';
import { setting } from './setting.mjs';

const rounds = setting('ROUNDS', 7, 1);
const forMs = setting('ROUND_MS', 2000, 500);
const concurrency = 8;

const { child: deployment, message: local } = await startChild('local-deployment-process.mjs');
const simulate = simulator(local);
const callEngine = engine(local.evmRpcUrl, (await simulate()).response.debugInfo);

async function rateOf(work) {
  const end = performance.now() + forMs;
  let count = 0;
  const worker = async () => {
    for (; performance.now() < end; count++) await work();
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return count / (forMs / 1000);
}

const contestants = [
  { name: 'the EVM: the calls of a simulation', rate: () => rateOf(callEngine) },
  { name: 'simulations', rate: () => rateOf(simulate) },
];
const children = [];
for (const [name, phase, ...control] of [
  ['campaign: valid', 'valid'],
  ['campaign: valid, with known calls', 'valid', local.controlUrl],
]) {
  const { child } = await startChild(
    'load-process.mjs',
    phase,
    local.simulatorUrl,
    local.observerUrl,
    ...control,
  );
  children.push(child);
  contestants.push({ name, rate: async () => (await askChild(child, { concurrency, forMs })).rate });
}

const rates = await interleavedMedians(contestants, rounds, ({ rate }) => rate());
const alone = rates.get(contestants[0].name);
console.log(`concurrency ${concurrency}: requests a second, and as a share of the EVM`);
for (const [name, rate] of rates)
  console.log(`  ${name.padEnd(36)} ${rate.toFixed(0).padStart(7)}  ${(rate / alone).toFixed(2)}`);
for (const child of [...children, deployment]) child.disconnect();
process.exit();
