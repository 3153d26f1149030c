// How long the local deployment takes to be ready, and what a simulation over HTTP costs against the JSON-RPC calls
// that it makes. Run: npm run bench:local
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { simulatePath } from 'crosscheck/contract';
import * as AbiParameters from 'ox/AbiParameters';
import { Pool } from 'undici';
import { interleavedMedians, median } from './interleaved.mjs';

const rounds = Number(process.env.ROUNDS ?? 7);
const roundMs = 700;

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

const local = await start();
const token = AbiParameters.from('address tokenOut, uint256 minimumOutput');
const request = {
  shardsKey: '1763712000042',
  alphaCallParams: {
    target: local.contracts.targets.swap,
    methodName: 'swap',
    arguments: AbiParameters.encode(token, [local.tokens[1].alpha, 1n]),
  },
  betaAssets: [{ amount: '1000000000' }],
  betaCaller: local.callers[0],
};

function poster(url, path, body) {
  const pool = new Pool(url, { connections: 16 });
  const headers = { 'content-type': 'application/json' };
  return async () => {
    const answer = await pool.request({ method: 'POST', path, headers, body });
    return JSON.parse(await answer.body.text());
  };
}

const simulate = poster(
  local.simulatorUrl,
  simulatePath({ alpha: 'alpha', beta: 'beta' }),
  JSON.stringify(request),
);
const { blockNumber, from, to, callData } = (await simulate()).response.debugInfo;
const call = { from, to, data: callData };
const block = `0x${blockNumber.toString(16)}`;
const calls = [
  ['eth_simulateV1', { blockStateCalls: [{ calls: [call] }] }, block],
  ['eth_estimateGas', call, block],
].map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }));
const makeCalls = poster(local.evmRpcUrl, '/', JSON.stringify(calls));

const contestants = [
  {
    name: 'the JSON-RPC calls alone',
    work: async () => (await makeCalls())[0].result[0].calls[0].status === '0x1',
  },
  { name: 'a simulation over HTTP', work: async () => (await simulate()).response.simulationStatus },
];

async function rate({ work }, concurrency) {
  const end = performance.now() + roundMs;
  let count = 0;
  const worker = async () => {
    for (; performance.now() < end; count++) if (!(await work())) throw new Error('not the answer');
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return count / (roundMs / 1000);
}

for (const concurrency of [1, 16]) {
  const medians = await interleavedMedians(contestants, rounds, (contestant) =>
    rate(contestant, concurrency),
  );
  const alone = medians.get(contestants[0].name);
  console.log(`\nconcurrency ${concurrency}: a second, cost as a multiple of the calls alone`);
  for (const [name, perSecond] of medians)
    console.log(
      `  ${name.padEnd(28)} ${perSecond.toFixed(0).padStart(7)}  ${(alone / perSecond).toFixed(2)}`,
    );
}
await local.stop();
