// What 100,000 operations in one epoch take: memory while they are held, and the time until their root is set, beside
// merkletreejs on as many leaves. Nothing is executed on the EVM. Run: npm run bench:operations
import { randomBytes } from 'node:crypto';
import { startLocalDeployment } from 'crosscheck/local';
import { MerkleTree } from 'merkletreejs';
import { keccak256 } from 'ox/Hash';
import { median } from './interleaved.mjs';
import { setting } from './setting.mjs';

const operations = setting('OPERATIONS', 100_000, 1000);
const rounds = setting('ROUNDS', 3, 1);
const settings = { clock: 'manual', epochMs: 3_600_000, consensusMs: 1000, executionMs: 3_600_000 };

function memory() {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function runDeployment() {
  const local = await startLocalDeployment(settings);
  const before = memory();
  const submitMs = await timed(async () => {
    for (let number = 0; number < operations; number++) {
      await local.submit({
        shardsKey: `${1_763_712_000_000 + number}`,
        alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
        betaAssets: [{ amount: `${1_000_000 + number}` }],
        betaCaller: local.accounts[number % local.accounts.length],
      });
    }
  });
  const rootMs = await timed(() => local.advance(settings.epochMs + settings.consensusMs));
  const [{ messages, state }] = await local.roots();
  if (messages !== operations || state !== 'set') throw new Error(`not the root: ${messages}, ${state}`);
  const bytes = memory() - before;
  await local.stop();
  return { submitMs, rootMs, bytes };
}

const results = [];
for (let round = 0; round < rounds; round++) {
  const leaves = Array.from({ length: operations }, () => randomBytes(32));
  const hash = (bytes) => Buffer.from(keccak256(bytes, { as: 'Bytes' }));
  const peerMs = await timed(() => new MerkleTree(leaves, hash, { sortPairs: true }).getRoot());
  results.push({ ...(await runDeployment()), peerMs });
}
const middle = (name) => median(results.map((result) => result[name]));
const megabytes = middle('bytes') / 1e6;
console.log(`${operations} operations in one epoch, medians of ${rounds} rounds`);
console.log(
  `  held in            ${megabytes.toFixed(0)} MB, ${(middle('bytes') / operations).toFixed(0)} bytes each`,
);
console.log(`  submitted at       ${((operations / middle('submitMs')) * 1000).toFixed(0)} a second`);
console.log(
  `  root set after     ${middle('rootMs').toFixed(0)} ms, ${(middle('peerMs') / middle('rootMs')).toFixed(1)} times as fast as`,
);
console.log(`  merkletreejs, root ${middle('peerMs').toFixed(0)} ms`);
