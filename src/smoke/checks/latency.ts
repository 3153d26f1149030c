import { isUnseenStatus } from '../../checks/case/is-unseen.js';
import type { OperationName } from '../../contract/operations.js';
import { printDuration } from '../../internal/print.js';
import { judgeAsked } from '../judging/judge-asked.js';
import { askAs } from '../sending/ask-as.js';
import { knownQuery, simulation, unknownQuery } from '../sending/smoke-requests.js';
import type { Asked, SmokeOutcome, SmokeRun } from '../smoke-run.js';

/** Takes how long simulations need, one after the other, and holds their percentiles against the budgets. */
export function checkSimulateLatency(run: SmokeRun): Promise<SmokeOutcome> {
  return latency(run, 'simulate');
}

/** The same of queries: for an operation that is configured, or else for one that nobody has. */
export function checkInclusionLatency(run: SmokeRun): Promise<SmokeOutcome> {
  return latency(run, 'inclusion');
}

async function latency(run: SmokeRun, name: OperationName): Promise<SmokeOutcome> {
  const { samples, operationIds, request, budgets } = run.settings;
  if (samples === 0) return { status: 'skipped', message: 'samples is 0: no latencies were asked for' };
  if (run.deployment.exchanges === 'replayed')
    return { status: 'skipped', message: 'the answers come from a recording, which has no latencies' };
  const [known] = operationIds;
  const query = known === undefined ? unknownQuery(run) : knownQuery(run, known);
  const planned = name === 'simulate' ? simulation(run, request) : query;
  const durationsMs: number[] = [];
  for (let taken = 0; taken < samples; taken++) {
    const asked = await askAs(run, planned, 'askOnce');
    if (!isAnswered(asked)) {
      const outcome = judgeAsked(run, asked, '');
      return { ...outcome, message: `sample ${taken + 1} of ${samples}: ${outcome.message}` };
    }
    durationsMs.push(asked.call.exchange.durationMs);
  }
  return judged(name, durationsMs, { p50: budgets[`${name}P50Ms`], p95: budgets[`${name}P95Ms`] });
}

interface Percentiles {
  readonly p50: number;
  readonly p95: number;
}

function judged(name: OperationName, durationsMs: readonly number[], budgets: Percentiles): SmokeOutcome {
  const sorted = durationsMs.toSorted((one, other) => one - other);
  const seen: Percentiles = { p50: nearestRank(sorted, 0.5), p95: nearestRank(sorted, 0.95) };
  const over = (['p50', 'p95'] as const).filter((share) => seen[share] > budgets[share]);
  const text = (['p50', 'p95'] as const)
    .map((share) => `${share} ${printDuration(seen[share])} (budget ${printDuration(budgets[share])})`)
    .join(', ');
  if (over.length === 0) return { status: 'passed', message: `${text}, ${sorted.length} samples` };
  const options = over.map((share) => `budgets.${name}${share.toUpperCase()}Ms`).join(' and ');
  return {
    status: 'failed',
    message: `${over.join(' and ')} over budget: ${text}, ${sorted.length} samples`,
    details: [`Samples:   ${samplesText(sorted)}`],
    advice: `look at the load of the service and at the network between; if that is what it takes, raise ${options}`,
  };
}

/** A refusal is an answer; what says nothing of the service, or fails, is none. */
function isAnswered({ observation: { answer } }: Asked): boolean {
  return answer !== undefined && answer.status < 500 && !isUnseenStatus(answer.status);
}

/** The least value that so large a share of all is not above. */
export function nearestRank(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

const mostShown = 20;

function samplesText(sorted: readonly number[]): string {
  const slowest = sorted.slice(-mostShown).map(printDuration).join(', ');
  return sorted.length > mostShown ? `the slowest ${mostShown}: ${slowest}` : slowest;
}
