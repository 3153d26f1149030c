// Valid requests a second, against the same record composed naively of fast-check's own parts, and against generators
// of values from a schema. Run after a build.
//
// Neither generator can be told of a limit on a decimal, a checksum, or arguments that need a method name, so the
// request schema is given to both with the closest patterns: fewer digits than the limit has, addresses in lower case
// and in the raw form, a method name always there. json-schema-faker repeats at most five times more than it must, so
// the patterns name some lengths to choose from. What they then give is valid, about as long, and less varied.
import { simulationRequest } from 'crosscheck/arbitraries';
import { simulationRequestSchema } from 'crosscheck/contract';
import fc from 'fast-check';
import { createGeneratorSync } from 'json-schema-faker';
import { zocker } from 'zocker';
import { z } from 'zod';
import { interleavedMedians } from './interleaved.mjs';
import { setting } from './setting.mjs';

const rounds = setting('ROUNDS', 7, 1);
const roundMs = setting('ROUND_MS', 500, 50);

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
      { maxLength: 5 },
    ),
    betaCaller: rawAddress,
    executorAddress: bytes(20, 20).map(hex),
    extraData: bytes(0, 64).map(hex),
    feeAssetAddress: rawAddress,
  },
  { requiredKeys: ['shardsKey', 'alphaCallParams', 'betaAssets', 'betaCaller'] },
);

const pattern = (source) => z.string().regex(new RegExp(`^${source}$`));
const betaAddress = '(0|-1):[0-9a-f]{64}';
const hexOf = (...lengths) => `0x(${lengths.map((length) => `[0-9a-f]{${2 * length}}`).join('|')})`;
const decimalOf = (...digits) => `(0|${digits.map((count) => `[1-9][0-9]{${count - 1}}`).join('|')})`;
const patternSchema = z.strictObject({
  shardsKey: pattern(decimalOf(1, 16, 19)),
  alphaCallParams: z.strictObject({
    target: pattern(hexOf(20)),
    arguments: pattern(hexOf(0, 32, 64, 128)).optional(),
    methodName: pattern('[A-Za-z_$][A-Za-z0-9_$]{0,10}(\\(bytes,bytes\\))?'),
  }),
  betaAssets: z
    .array(
      z.strictObject({
        amount: pattern(decimalOf(1, 39, 77)),
        tokenAddress: pattern(`(${betaAddress})?`).optional(),
      }),
    )
    .max(5),
  betaCaller: pattern(betaAddress),
  executorAddress: pattern(`(${hexOf(20)})?`).optional(),
  extraData: pattern(hexOf(0, 32, 64)).optional(),
  feeAssetAddress: pattern(`(${betaAddress})?`).optional(),
});
const patternJsonSchema = z.toJSONSchema(patternSchema);

let seed = 0;
const nextSeed = () => seed++;
const sampleOf = (arbitrary) => (count) => fc.sample(arbitrary, { numRuns: count, seed: nextSeed() });
const contestants = [
  { name: 'naive record of fc.uint8Array', batch: 1000, sample: sampleOf(naiveRequest) },
  { name: 'simulationRequest()', batch: 1000, sample: sampleOf(simulationRequest()) },
  {
    name: 'json-schema-faker',
    batch: 100,
    sample: (count) => {
      const generator = createGeneratorSync({ optionalsProbability: 0.75, seed: nextSeed() });
      return Array.from({ length: count }, () => generator.generate(patternJsonSchema));
    },
  },
  {
    name: 'zocker',
    batch: 100,
    sample: (count) => zocker(patternSchema).setSeed(nextSeed()).generateMany(count),
  },
];

const schema = simulationRequestSchema();
const lengths = new Map(
  contestants.map(({ name, sample }) => {
    const requests = sample(1000).map((request) => schema.parse(request));
    return [name, JSON.stringify(requests).length / requests.length];
  }),
);

const medians = await interleavedMedians(contestants, rounds, ({ batch, sample }) => {
  // Seconds of a core and not of the clock: other processes on the machine count for nobody.
  const start = process.cpuUsage();
  let drawn = 0;
  let spentMs = 0;
  // In batches, so that what is measured is not the keeping of a long list.
  for (; spentMs < roundMs; spentMs = cpuMsSince(start)) drawn += sample(batch).length;
  return drawn / (spentMs / 1000);
});

const ours = medians.get('simulationRequest()');
console.log(
  'requests a second of one core · how many times as many simulationRequest() gives · characters a request',
);
for (const [name, median] of medians) {
  const columns = [median.toFixed(0), (ours / median).toFixed(1), lengths.get(name).toFixed(0)];
  console.log(`  ${name.padEnd(30)}${columns.map((column) => column.padStart(8)).join('')}`);
}

function cpuMsSince(start) {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
