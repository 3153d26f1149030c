import { knownInclusionRequest, unknownInclusionRequest } from '../case/case-plan.js';
import type { BuiltInEndpointName } from '../endpoint/built-in.js';
import { optionName } from '../internal/option-names.js';
import { counted, formatDuration } from '../internal/print.js';
import { labelled } from '../internal/terminal.js';
import { NotSentError } from '../probing/sender.js';
import { judgeAgain } from './judge-answer.js';
import { sendObserved } from './send-observed.js';
import { type JudgedRequest, type SmokeOutcome, type SmokeRun, simulation } from './smoke-run.js';

/** The share of the remaining time that the samples of an endpoint may take. Assumption. */
const shareOfSamples = 0.45;

/**
 * Takes the samples of an endpoint one after the other, queries for a configured operation or else for an unknown one. The
 * request of each is the same, and was sent before. Each answer is judged, also a replayed one.
 */
export async function checkLatency(run: SmokeRun, name: BuiltInEndpointName): Promise<SmokeOutcome> {
  const { samples, operationIds, budgets } = run.settings;
  if (samples === 0)
    return { status: 'skipped', message: `${optionName('samples')} is 0: no latencies are measured` };
  const [known] = operationIds;
  const query =
    known === undefined
      ? unknownInclusionRequest(run.deployment)
      : knownInclusionRequest(known, run.deployment);
  const planned = name === 'simulate' ? simulation(run) : query;
  const durationsMs: number[] = [];
  const notes: string[] = [];
  const judge = (): SmokeOutcome => {
    const p = { p50: budgets[`${name}P50Ms`], p95: budgets[`${name}P95Ms`] };
    const outcome: SmokeOutcome =
      run.deployment.exchanges === 'replayed'
        ? { status: 'skipped', message: 'the answers come from a recording, which has no latencies' }
        : latencyOutcome(name, durationsMs, p);
    return { ...outcome, notes };
  };
  const { clock, endsAtMs } = run;
  const samplesUntilMs = clock.now() + (endsAtMs - clock.now()) * shareOfSamples;
  let slowestMs = 0;
  for (let taken = 0; taken < samples; taken++) {
    const startMs = clock.now();
    if (taken > 0 && startMs + slowestMs > samplesUntilMs) {
      const fewer = judge();
      const why = `no time for more (${run.settings.totalLimit})`;
      return { ...fewer, message: `${fewer.message} of ${samples}: ${why}` };
    }
    let sent: JudgedRequest;
    try {
      sent = await sendObserved(run, planned, 'sample');
    } catch (error) {
      if (!(error instanceof NotSentError) || taken === 0) throw error;
      return cutShort(judge(), error, samples);
    }
    const judged = judgeAgain(run, sent);
    if (judged.status !== 'passed')
      return { ...judged, message: `sample ${taken + 1} of ${samples}: ${judged.message}` };
    notes.push(...(judged.notes ?? []));
    durationsMs.push(sent.call.exchange.durationMs);
    slowestMs = Math.max(slowestMs, clock.now() - startMs);
  }
  return judge();
}

/** Samples that are over budget stay over budget, however many more follow. */
function cutShort(
  soFar: SmokeOutcome,
  { message: why, advice }: NotSentError,
  samples: number,
): SmokeOutcome {
  const message = `${soFar.message} of ${samples}; the next was ${why}`;
  return soFar.status === 'failed' ? { ...soFar, message } : { status: 'inconclusive', message, advice };
}

/** Limits of the 50th and 95th percentile, in milliseconds. */
interface Percentiles {
  readonly p50: number;
  readonly p95: number;
}

/** Compares the percentiles of latencies, by nearest rank, with their budgets. */
function latencyOutcome(
  name: BuiltInEndpointName,
  durationsMs: readonly number[],
  budgets: Percentiles,
): SmokeOutcome {
  const sorted = durationsMs.toSorted((one, other) => one - other);
  const seen: Percentiles = { p50: nearestRank(sorted, 0.5), p95: nearestRank(sorted, 0.95) };
  const over = (['p50', 'p95'] as const).filter((share) => seen[share] > budgets[share]);
  const each = (['p50', 'p95'] as const)
    .map((share) => `${share} ${formatDuration(seen[share])} (budget ${formatDuration(budgets[share])})`)
    .join(', ');
  const text = `${each}, ${counted(sorted.length, 'sample')}`;
  if (over.length === 0) return { status: 'passed', message: text };
  const options = over.map((share) => optionName(`budgets.${name}${share.toUpperCase()}Ms`)).join(' and ');
  return {
    status: 'failed',
    message: `${over.join(' and ')} over budget: ${text}`,
    details: [labelled('Samples', samplesText(sorted))],
    advice: `check the load of the service and the network; if these latencies are normal, raise ${options}`,
  };
}

/** Returns a percentile by nearest rank. */
function nearestRank(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

const maxShown = 20;

function samplesText(sorted: readonly number[]): string {
  const slowest = sorted.slice(-maxShown).map(formatDuration).join(', ');
  return sorted.length > maxShown ? `the slowest ${maxShown}: ${slowest}` : slowest;
}
