// Valid requests a second, against the same record composed naively of fast-check's own parts. Run after a build.
import { simulationRequest } from 'crosscheck/arbitraries';
import { simulationRequestSchema } from 'crosscheck/contract';
import fc from 'fast-check';
import { interleavedMedians } from './interleaved.mjs';

const rounds = Number(process.env.ROUNDS ?? 7);
const batches = 20;
const batchSize = 1000;

const hex = (bytes) => `0x${Buffer.from(bytes).toString('hex')}`;
const bytes = (minLength, maxLength) => fc.uint8Array({ minLength, maxLength, size: 'max' });
const uint = (bits) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n }).map(String);
const rawAddress = bytes(32, 32).map((hash) => `0:${hex(hash).slice(2)}`);
const naiveRequest = fc.record(
  {
    shardsKey: uint(64),
    alphaCallParams: fc.record(
      {
        target: bytes(20, 20).map(hex),
        arguments: bytes(0, 128).map(hex),
        methodName: fc.stringMatching(/^[A-Za-z_$][A-Za-z0-9_$]{0,10}(\(bytes,bytes\))?$/),
      },
      { requiredKeys: ['target', 'methodName'] },
    ),
    betaAssets: fc.array(
      fc.record({ amount: uint(256), tokenAddress: rawAddress }, { requiredKeys: ['amount'] }),
      {
        maxLength: 5,
      },
    ),
    betaCaller: rawAddress,
    executorAddress: bytes(20, 20).map(hex),
    extraData: bytes(0, 64).map(hex),
    feeAssetAddress: rawAddress,
  },
  { requiredKeys: ['shardsKey', 'alphaCallParams', 'betaAssets', 'betaCaller'] },
);

const contestants = [
  { name: 'naive record of fc.uint8Array', arbitrary: naiveRequest },
  { name: 'simulationRequest()', arbitrary: simulationRequest() },
];

const schema = simulationRequestSchema();
for (const { arbitrary } of contestants) {
  for (const request of fc.sample(arbitrary, 1000)) schema.parse(request);
}

let seed = 0;
const medians = await interleavedMedians(contestants, rounds, ({ arbitrary }) => {
  const start = performance.now();
  // In batches, so that what is measured is not the keeping of a long list.
  for (let batch = 0; batch < batches; batch++) fc.sample(arbitrary, { numRuns: batchSize, seed: seed++ });
  return (batches * batchSize) / ((performance.now() - start) / 1000);
});

const naive = medians.get(contestants[0].name);
console.log('requests a second, ratio to the naive record');
for (const [name, median] of medians) {
  console.log(`  ${name.padEnd(36)} ${median.toFixed(0).padStart(7)}  ${(median / naive).toFixed(2)}`);
}
