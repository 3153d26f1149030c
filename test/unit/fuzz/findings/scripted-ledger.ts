import { defineDeployment, type SimulationRequest } from 'crosscheck';
import type { CandidateFound, CasePlan, Check, Found } from 'crosscheck/fuzz';
import { summaryOfEvents } from 'crosscheck/report';
import { FindingLedger } from '../../../../src/fuzz/findings/finding-ledger.js';
import { findingId } from '../../../support/sample-finding.js';
import { started } from '../../report/events.js';
import type { PhaseCase } from '../phases/phase-context.js';

type LedgerParts = ConstructorParameters<typeof FindingLedger>[0];
export type JudgedCase = Awaited<ReturnType<LedgerParts['runner']['run']>>;
export type CheckedViolation = JudgedCase['violations'][number];
type CaseId = Parameters<FindingLedger['record']>[2];

/** A check that finds nothing by itself. */
export const check = (severity: Check['severity'] = 'major', name = 'schema'): Check => ({
  name: name as Check['name'],
  family: 'transport',
  severity,
  about: '',
  source: '',
  judge: () => [],
});
const kind = 'string for integer';
export const violation = (at = 0, path = ''): CheckedViolation['violation'] => ({
  at,
  path,
  class: kind,
  expected: 'nothing',
  received: `sesame of ${path || 'all'}`,
});
export const shown: readonly CheckedViolation[] = [{ check: check(), violation: violation() }];
export const nothing: readonly CheckedViolation[] = [];
export const id = findingId({ check: 'schema', endpoint: 'simulate', path: '', class: kind });
export const at = (index: number): CaseId => ({ seed: 7, phase: 'valid', index });

/** A case of a number, which shrinks to smaller ones. */
export function sizedCase(size: number): PhaseCase {
  const smaller = [Math.floor(size / 2), size - 1].filter((smaller) => smaller >= 0 && smaller < size);
  return { plan: planOf(size), shrinks: () => smaller.map(sizedCase) };
}

/** A case that does not shrink. */
export function fixedCase(plan: CasePlan): PhaseCase {
  return { plan, shrinks: () => [] };
}

export function planOf(size: number): CasePlan {
  const request = { endpoint: 'simulate', expect: { kind: 'no-server-error', reason: '' } } as const;
  return { phase: 'valid', kind: String(size), steps: [{ requests: [request] }] };
}

/** A case of a valid call with a shards key. */
export function callOf(shardsKey: string, members: Partial<SimulationRequest> = {}): CasePlan {
  const request: SimulationRequest = {
    shardsKey,
    alphaCallParams: { target: `0x${'11'.repeat(20)}` },
    betaAssets: [],
    betaCaller: `0:${'ab'.repeat(32)}`,
    ...members,
  };
  const expect = { kind: 'simulated', request } as const;
  const requests = [{ endpoint: 'simulate', body: JSON.stringify(request), expect }] as const;
  return { phase: 'valid', kind: 'call', steps: [{ requests }] };
}

/** A judged case; `inconclusive` is a connection that could not be made. */
export function judged(
  plan: CasePlan,
  violations: readonly CheckedViolation[] | 'inconclusive',
  startMs = 0,
): JudgedCase {
  const request = { endpoint: 'simulate', expect: { kind: 'no-server-error', reason: '' } } as const;
  const isInconclusive = violations === 'inconclusive';
  const failure = { kind: 'network', message: 'rejected' } as const;
  const span = { startMs, endMs: startMs + 5, endedAtMs: 0 };
  const answer = {
    status: 200,
    headers: {},
    text: '',
    isUtf8: true,
    echoesCredential: false,
    json: { issue: '' },
  };
  return {
    observed: {
      plan,
      observations: [{ request, durationMs: 1, span, ...(isInconclusive ? { failure } : { answer }) }],
    },
    exchanges: [
      {
        request: { method: 'POST', url: `http://localhost/${plan.kind}`, headers: {} },
        startedAt: 0,
        durationMs: 1,
        attempts: [],
        redact: (text) => text.replaceAll('sesame', '[redacted]'),
      },
    ],
    retried: [],
    violations: isInconclusive ? [] : violations,
  };
}

const url = 'http://127.0.0.1:1';
const deployment = defineDeployment({ simulatorUrl: url, observerUrl: url });

/** Parts of a ledger that differ from those of most tests. */
export interface ScriptedLedger extends Partial<Pick<LedgerParts, 'known' | 'isReachable' | 'nowMs'>> {
  readonly run?: LedgerParts['runner']['run'];
  readonly settings?: Partial<LedgerParts['settings']>;
  /** The requests of the campaign around that of a case. */
  readonly context?: ReturnType<LedgerParts['log']['around']>;
  readonly signal?: AbortSignal;
}

/** A ledger whose runs show what a function returns for the size of a case and the number of the run, counted from 1. */
export function ledgerOf(
  shows: (size: number, run: number) => readonly CheckedViolation[] | 'inconclusive',
  { run, settings, context = { preceding: [], concurrent: [] }, signal, ...parts }: ScriptedLedger = {},
) {
  const ran: number[] = [];
  const events: (CandidateFound | Found)[] = [];
  const runner: LedgerParts['runner'] = {
    run:
      run ??
      (async (plan) => {
        ran.push(Number(plan.kind));
        return judged(plan, shows(Number(plan.kind), ran.length));
      }),
  };
  const ledger = new FindingLedger({
    settings: { deployment, shrinkRuns: 100, reruns: 5, shard: { index: 0, count: 1 }, ...settings },
    runner,
    alone: runner,
    log: { around: () => context },
    known: new Map(),
    ending: { confirming: signal ?? new AbortController().signal, endedBy: 'cases' },
    isReachable: async () => true,
    nowMs: () => 40,
    emit: (event) => events.push(event),
    ...parts,
  });
  const note = (
    size: number,
    place = 0,
    violations: readonly CheckedViolation[] = shown,
    startMs = 0,
  ): void => ledger.record(judged(planOf(size), violations, startMs), sizedCase(size), at(place));
  const confidences = (): unknown[] =>
    events.flatMap((event) => (event.event === 'finding' ? [event.finding.confidence] : []));
  const findings = () => summaryOfEvents([started(), ...events]).findings;
  return { ledger, ran, events, note, findings, confidences };
}

/** Waits until nothing is in progress. */
export const idle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
