// The kill matrix of fuzz campaigns: which check finds which fault of the local deployment, and which of the mutants of
// test/mutants, and after how many cases.
// Campaigns on the clean deployment come first, with its known calls and without, under neutral chain names and others:
// they must find nothing. Run: npm run bench:fuzz-kills. FAULTS=zero-gas,loose-hex
// SEEDS=3 CASES=2000 CLEAN_CASES=20000 CLEAN_SEEDS=1,2 narrow it.
import { defineDeployment } from 'crosscheck';
import { localFuzzedCalls, replayCase, runCampaign } from 'crosscheck/fuzz';
import { faultNames, startLocalDeployment } from 'crosscheck/local';
import { createJiti } from 'jiti';
import { median } from './interleaved.mjs';
import { setting } from './setting.mjs';

const { inconclusiveFaults, mutants, setFaultOrMutant } = await createJiti(import.meta.url).import(
  '../test/mutants/mutants.ts',
);

const seeds = setting('SEEDS', 10, 1);
const maxCases = Number(process.env.CASES ?? 2_000);
const cleanCases = setting('CLEAN_CASES', 20_000, 300);
const operations = 12;
/** Seeds of plain campaigns; of some of them one once found a fault where there is none. */
const plainSeeds = (process.env.CLEAN_SEEDS ?? '1,2,3,7,102,105,106').split(',').map(Number);

/** Of faults that only show while operations go on. */
const moving = [
  'stale-records',
  'newest-transaction-lost',
  'record-one-behind',
  'timestamp-behind',
  'timestamp-in-minutes',
];

/** Of faults that would hide the whole deployment, or show the same each time from the second answer on. */
const rulesFor = (operationId) => ({
  'reset-before-headers': { operationId },
  'reset-after-headers': { operationId },
  'truncated-body': { operationId },
  'too-many-requests': { operationId },
  'service-unavailable': { operationId },
  'internal-server-error': { probability: 0.2 },
  html: { operationId },
  // An observer that rejects an unknown operation so would be taken for something else.
  'error-without-message': { endpoint: 'simulate' },
  'invalid-utf8': { endpoint: 'simulate' },
  'stage-regression': { probability: 0.5 },
  'lost-transactions': { probability: 0.5 },
});

async function start(options) {
  const local = await startLocalDeployment(options);
  const { simulatorUrl, observerUrl, chains } = local;
  return {
    local,
    deployment: defineDeployment({
      name: 'local',
      simulatorUrl,
      observerUrl,
      chains,
      headers: { authorization: 'Bearer known-to-none-but-the-one-who-asks' },
    }),
    calls: localFuzzedCalls(local),
    operationIds: await Promise.all(Array.from({ length: operations }, (_, number) => submit(local, number))),
  };
}

/** One of so many cases is a poll of a known operation. */
const pollEvery = 10;

let submittedOperations = operations;

/** Operations at every stage of their way, failed ones among them; only of such the observer's records say much. */
async function operationsUnderWay(local) {
  const some = async (count) => {
    const ids = [];
    for (let left = count; left > 0; left--) ids.push(await submit(local, submittedOperations++));
    return ids;
  };
  const failing = await some(2);
  for (const [index, errorName] of ['NotEnoughGas', 'ProxyCallError'].entries())
    await local.failExecution(failing[index], { errorName });
  // As many that one of their hashes starts with a zero.
  const over = await some(10);
  await local.advance(2_000);
  const ids = [...over, ...failing];
  for (const stage of ['executedInALPHA', 'includedInALPHAConsensus']) {
    const underWay = await some(2);
    await reach(local, underWay.at(-1), stage);
    ids.push(...underWay);
  }
  return [...ids, ...(await some(2))];
}

/** Moves the time on until an operation is at a stage. */
async function reach(local, operationId, stage) {
  for (let step = 0; step < 100; step++) {
    if ((await local.operation(operationId)).stage === stage) return;
    await local.advance(10);
  }
  throw new Error(`${operationId} never was at ${stage}`);
}

/** Moves the time of a deployment on with the requests that it gets, so that the speed of the machine changes nothing. */
function letTimePass(local, deployment) {
  let requests = 0;
  const onExchange = () => {
    if (++requests % 50 === 0) local.advance(10).catch(() => {});
  };
  return { ...deployment, onExchange };
}

function submit(local, number) {
  return local.submit({
    shardsKey: `${1_763_712_000_000 + number}`,
    alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
    betaAssets: [{ amount: `${1_000_000 + number}` }],
    betaCaller: local.accounts[number % local.accounts.length],
  });
}

/** Runs a campaign while operations go on and new ones come; gives what it found. */
async function runClean() {
  const { local, ...fuzzed } = await start();
  let submitted = operations;
  const report = await runCampaign({
    ...fuzzed,
    seed: 0,
    cases: cleanCases,
    onEvent: ({ event }) => {
      if (event === 'tick') submit(local, submitted++).catch(() => {});
    },
  });
  await local.stop();
  return report;
}

/** Runs campaigns as one does who knows no call of the deployment; gives what they found. */
async function runPlain(options) {
  const reports = [];
  for (const seed of plainSeeds) {
    const local = await startLocalDeployment(options);
    reports.push(await runCampaign({ deployment: local.deployment, seed, cases: maxCases }));
    await local.stop();
  }
  return reports;
}

/** How many cases of a campaign come up to one, by the phases that began; polls are spread over all of them. */
function casesUpTo(caseId, phases) {
  const [, phase, place] = /:([a-z]+)\/(\d+)$/.exec(caseId);
  if (phase === 'stateful') return Math.ceil((Number(place) + 1) * pollEvery);
  const before = phases.slice(
    0,
    phases.findIndex((began) => began.phase === phase),
  );
  return before.reduce((sum, { cases }) => sum + cases, Number(place) + 1);
}

/** Runs a campaign up to the first fault that is there each time or some times. */
async function hunt(fuzzed, seed) {
  const phases = [];
  const { findings } = await runCampaign({
    ...fuzzed,
    seed,
    cases: maxCases,
    maxFindings: 1,
    onEvent: (event) => {
      if (event.event === 'phase') phases.push(event);
    },
  });
  const found = findings
    .filter(({ id, confidence }) => !onClean.has(id) && ['stable', 'flaky'].includes(confidence))
    .map((finding) => ({ ...finding, cases: casesUpTo(finding.caseId, phases) }))
    .toSorted((one, other) => one.cases - other.cases);
  const stable = found.filter(({ confidence }) => confidence === 'stable');
  const replays = [];
  for (const { id, plan } of stable) {
    const { findings: shown } = await replayCase({ deployment: fuzzed.deployment, plan });
    const runs = shown.find((finding) => finding.id === id)?.runs ?? { shown: 0, of: 0 };
    replays.push({
      id,
      seed,
      isShown: runs.shown > 0,
      isShownEachTime: runs.shown === runs.of && runs.of > 0,
    });
  }
  return { first: found[0], replays };
}

/**
 * Runs a campaign against a new deployment with a fault, in which nothing of earlier hunts is left. Its manual clock is only
 * seconds behind: over all hunts it would fall behind by more than what is accepted as the time of an answer.
 */
async function huntOn(fault, seed) {
  const { local, ...fuzzed } = await start({ clock: 'manual' });
  try {
    await local.advance(10_000);
    const operationIds = await operationsUnderWay(local);
    await setFaultOrMutant(local, { fault, ...rulesFor(operationIds[0])[fault] });
    // In most hunts time stands still, so that what was found can be replayed.
    const deployment = moving.includes(fault)
      ? letTimePass(local, fuzzed.deployment)
      : withShortTimeout(fuzzed.deployment, fault);
    return await hunt({ ...fuzzed, deployment, operationIds }, seed).catch((error) => ({
      error,
      replays: [],
    }));
  } finally {
    await local.stop();
  }
}

/** Shortens the wait for requests that are never answered. */
const withShortTimeout = (deployment, fault) =>
  fault === 'hang-on-large-amount' ? { ...deployment, attemptTimeoutMs: 1_500 } : deployment;

const cleanRuns = [
  await runClean(),
  ...(await runPlain()),
  ...(await runPlain({ chains: { alpha: 'evm', beta: 'tvm' } })),
];
const onClean = new Set(cleanRuns.flatMap(({ findings }) => findings.map(({ id }) => id)));
for (const clean of cleanRuns) {
  const { seed, findings, cases, verdict } = clean;
  console.log(`clean deployment, seed ${seed}: ${findings.length} findings in ${cases} cases, ${verdict}`);
  for (const { id, confidence, message } of findings) console.log(`  ${id} ${confidence}: ${message}`);
}
if (onClean.size > 0) process.exitCode = 1;

const asked = process.env.FAULTS?.split(',');
const faults = [...faultNames, ...Object.keys(mutants)].filter((fault) =>
  asked ? asked.includes(fault) : !inconclusiveFaults.includes(fault),
);

console.log(`\n${faults.length} faults, ${seeds} seeds, up to ${maxCases} cases each\n`);
console.log(`${'fault'.padEnd(30)}${'found'.padStart(6)}${'cases'.padStart(7)}  by`);
let kills = 0;
const replays = [];
for (const fault of faults) {
  const hunts = [];
  for (let seed = 1; seed <= seeds; seed++) hunts.push(await huntOn(fault, seed));
  const found = hunts.flatMap(({ first }) => first ?? []);
  const checks = new Map();
  for (const { signature } of found) checks.set(signature.check, (checks.get(signature.check) ?? 0) + 1);
  kills += found.length;
  replays.push(...hunts.flatMap((hunted) => hunted.replays));
  const by = [...checks].map(([check, times]) => `${check} ${times}`).join(', ');
  const cases = found.length > 0 ? median(found.map((finding) => finding.cases)) : '';
  console.log(`${fault.padEnd(30)}${`${found.length}/${seeds}`.padStart(6)}${`${cases}`.padStart(7)}  ${by}`);
  for (const { id, seed, isShown } of hunts.flatMap((hunted) => hunted.replays))
    if (!isShown) console.log(`  ${id} of seed ${seed} does not replay`);
  for (const { error } of hunts) if (error) console.log(`  ${error.message.split('\n')[0]}`);
}
const share = (part, whole) => `${part} of ${whole} (${((part / whole) * 100).toFixed(1)} %)`;
console.log(`\nfound: ${share(kills, faults.length * seeds)}`);
const shown = replays.filter(({ isShown }) => isShown);
console.log(`stable findings that replay: ${share(shown.length, replays.length)}`);
const shownEachTime = replays.filter(({ isShownEachTime }) => isShownEachTime);
console.log(`in each of the runs of a replay: ${share(shownEachTime.length, replays.length)}`);
