// Minutes of mixed load on a local deployment, with faults, reorganisations, snapshots and clients that leave: at the
// end every operation must be accounted for, the heap as it was, and nothing left. Run: npm run test:soak
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connectLocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { createDraws } from './draws.mjs';
import { putLoad } from './load.mjs';
import { createRequests } from './requests.mjs';
import { createRound } from './round.mjs';
import { settle } from './settle.mjs';
import { createTally } from './tally.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string', default: `${Date.now() % 2 ** 31}` },
  },
});
const endMs = performance.now() + Number(values.minutes) * 60_000;
const roundMs = 8000;
const longestPhaseMs = 60_000;
const settings = { epochMs: 200, consensusMs: 50, executionMs: 50, quorum: 3 };
const maxGrowth = { ratio: 1.05, bytes: 2_000_000 };

const tally = createTally();
process.on('unhandledRejection', (error) => tally.problem('an unhandled rejection', error));
process.on('uncaughtException', (error) => tally.problem('an uncaught exception', error));
process.on('warning', (warning) => tally.problem('a warning', warning));

console.log(`soak: ${values.minutes} minutes, seed ${values.seed}`);
const draws = createDraws(Number(values.seed));
const local = await startLocalDeployment({
  ...settings,
  requestTimeoutMs: 1000,
  onFault: (error) => tally.problem('a bare 500', error),
});
const heaps = [];
try {
  await soak();
} catch (error) {
  tally.problem('the soak', error);
} finally {
  await local.stop();
}
// The first rounds fill what is filled once: compiled code, pools, caches.
const settled = heaps.slice(Math.floor(heaps.length / 3));
const half = Math.ceil(settled.length / 2);
const [early, late] = [Math.min(...settled.slice(0, half)), Math.min(...settled.slice(-half))];
console.log(`heap after garbage collection: ${megabytes(early)} early, ${megabytes(late)} late`);
if (late > early * maxGrowth.ratio + maxGrowth.bytes) tally.problem('the heap', 'it grows');
const left = await resourcesLeft();
if (left.length > 0) tally.problem('left behind', left.join(', '));
console.log(tally.counts());
console.log(tally.problems.length === 0 ? 'soak: passed' : `soak: ${tally.problems.length} problems`);
process.exit(tally.problems.length === 0 ? 0 : 1);

/** Puts load in rounds, after each of which all is accounted for and the deployment as empty as it was. */
async function soak() {
  const connected = await connectLocalDeployment(local.controlUrl);
  const requests = createRequests(local, draws);
  const { known } = await (await fetch(`${local.controlUrl}/faults`)).json();
  const faultNames = known.map(({ fault }) => fault);
  const emptyState = await local.snapshot();
  for (let number = 1; performance.now() < endMs; number++) {
    const round = createRound(roundMs);
    // Every third round shows that without faults nothing goes wrong.
    const hasFaults = number % 3 !== 0;
    const load = { local, connected, requests, faultNames, hasFaults, round, draws, tally };
    await inTime('the load of a round', putLoad(load));
    await inTime('the settling of a round', settle({ local, settings, round, tally }));
    await inTime('going back to the start', local.restore(emptyState));
    heaps.push(await heapInUse());
    console.log(
      `round ${number}: ${round.submitted.size} endpoints, ${hasFaults ? 'with' : 'without'} faults, heap ${megabytes(heaps.at(-1))}, problems ${tally.problems.length}`,
    );
  }
}

/** Gives up what hangs. */
async function inTime(what, done) {
  const waiting = new AbortController();
  const tooLate = pause(longestPhaseMs, undefined, waiting).then(() => {
    throw new Error(`${what} takes more than ${longestPhaseMs} ms`);
  });
  try {
    return await Promise.race([done, tooLate]);
  } finally {
    tooLate.catch(() => {});
    waiting.abort();
  }
}

async function heapInUse() {
  for (let collection = 0; collection < 3; collection++) {
    await pause(100);
    globalThis.gc();
  }
  return process.memoryUsage().heapUsed;
}

/** What would keep the process alive, apart from its own output. */
async function resourcesLeft() {
  for (let wait = 0; wait < 100; wait++) {
    const own = ['TTYWrap', 'PipeWrap', 'FSReqPromise', 'CloseReq'];
    const left = process.getActiveResourcesInfo().filter((name) => !own.includes(name));
    if (left.length === 0) return [];
    if (wait === 99) return left;
    await pause(100);
  }
}

function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
