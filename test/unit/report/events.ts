import type {
  CampaignEnded,
  CampaignEvent,
  CampaignStarted,
  CandidateFound,
  Finding,
  HttpCaseRequest,
  RecordedCall,
  Tick,
} from 'crosscheck/fuzz';
import { findingId } from '../../support/sample-finding.js';

/** What a campaign exercised. */
export type Exercised = NonNullable<CampaignEnded['exercised']>;

/** What a campaign exercised that saw nothing but this. */
export function exercised(
  counts: Partial<Exercised['counts']> = {},
  members: Partial<Omit<Exercised, 'counts'>> = {},
): Exercised {
  const nothing = {
    validCalls: 0,
    verdicts: 0,
    succeeded: 0,
    failed: 0,
    sentMessages: 0,
    movedTokens: 0,
    carriedArguments: 0,
    repeatedCalls: 0,
    comparedCalls: 0,
    comparedMessages: 0,
    observerAnswers: 0,
    records: 0,
    credentials: 0,
  };
  return {
    counts: { ...nothing, ...counts },
    controls: {},
    stages: {},
    endpoints: {},
    requests: {},
    inconclusive: {},
    unproven: {},
    simulationErrors: {},
    ...members,
  };
}

/** The event that starts a campaign of all phases, with some of its members changed. */
export function started(changes: Partial<CampaignStarted> = {}): CampaignStarted {
  return {
    event: 'campaign',
    format: 1,
    version: '0.1.0',
    seed: 7,
    shard: { index: 0, count: 1 },
    deployment: {
      name: 'staging',
      simulatorUrl: 'https://simulator.example.org/',
      observerUrl: 'https://observer.example.org/',
    },
    startedAt: '2026-11-21T10:00:00.000Z',
    phases: ['smoke', 'valid', 'invalid'],
    checks: ['server-error', 'schema', 'gas-missing'],
    corpus: '.crosscheck/corpus',
    ...changes,
  };
}

export function tick(changes: Partial<Tick> = {}): Tick {
  return {
    event: 'tick',
    atMs: 1000,
    phase: 'valid',
    cases: 10,
    requests: 12,
    inconclusive: 1,
    statuses: { 200: 9, 400: 2 },
    failures: { timeout: 1 },
    verdicts: { success: 8, failure: 1 },
    latencyUs: { 900: 6, 1984: 4, 40960: 1 },
    gas: { 51200: 5, 98304: 3 },
    coverageClasses: { 'executorAddress: absent': 9, 'betaAssets: 1': 4 },
    ...changes,
  };
}

export function candidateFound(id: string, atMs = 500): CandidateFound {
  const { signature, message, caseId } = finding();
  return { event: 'candidate', atMs, id, signature, caseId, message };
}

export function found(changes: Partial<Finding> = {}, atMs = 1500): CampaignEvent {
  return { event: 'finding', atMs, finding: finding(changes) };
}

export function ended(changes: Partial<CampaignEnded> = {}): CampaignEnded {
  return { event: 'end', atMs: 2500, endedBy: 'cases', verdict: 'findings', ...changes };
}

/** A stable finding: gas as a text. Its id is made of its signature, unless another one is asked for. */
export function finding(changes: Partial<Finding> = {}): Finding {
  const signature = {
    check: 'schema',
    endpoint: 'simulate',
    path: 'response.estimatedGas',
    class: 'string for integer',
    ...changes.signature,
  } as const;
  return {
    id: findingId(signature),
    severity: 'major',
    family: 'transport',
    message: 'response.estimatedGas must be an integer, got "51200"',
    confidence: 'stable',
    runs: { shown: 5, of: 5 },
    occurrences: 3,
    caseId: '7:valid/123',
    firstSeenMs: 700,
    plan: { phase: 'valid', kind: 'valid', steps: [{ requests: [simulateRequest] }] },
    shrinks: 4,
    exchanges: [exchange()],
    isKnown: false,
    ...changes,
    signature,
  };
}

const request = {
  shardsKey: '1',
  alphaCallParams: { target: `0x${'12'.repeat(20)}` },
  betaAssets: [],
  betaCaller: `0:${'ab'.repeat(32)}`,
};

export const simulateRequest: HttpCaseRequest = {
  endpoint: 'simulate',
  body: JSON.stringify(request),
  expect: { kind: 'simulated', request },
};

export function exchange(changes: Partial<RecordedCall> = {}): RecordedCall {
  return {
    request: {
      method: 'POST',
      url: 'https://simulator.example.org/alpha/simulator/simulate-message',
      headers: { 'content-type': 'application/json', authorization: '[redacted]' },
      body: JSON.stringify(request),
    },
    response: {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"response":{"estimatedGas":"51200","simulationStatus":true}}',
    },
    startedAt: Date.UTC(2026, 10, 21, 10, 0, 1),
    durationMs: 3.5,
    attempts: [{ startedAfterMs: 0, durationMs: 3.5, status: 200 }],
    ...changes,
  };
}

/** The report of a campaign with what there can be in one. */
export function wholeReport(): CampaignEvent[] {
  return [
    started(),
    { event: 'phase', atMs: 0, phase: 'smoke', cases: 12 },
    tick({
      phase: 'smoke',
      atMs: 400,
      cases: 12,
      requests: 12,
      inconclusive: 0,
      statuses: { 200: 8, 404: 4 },
      failures: {},
    }),
    { event: 'phase', atMs: 400, phase: 'valid', cases: 500 },
    candidateFound(finding().id, 700),
    tick({ atMs: 1400 }),
    found({ confidence: 'unconfirmed', runs: { shown: 0, of: 0 } }, 1450),
    found(),
    found({
      signature: {
        check: 'gas-missing',
        endpoint: 'simulate',
        path: 'response.estimatedGas',
        class: 'absent',
      },
      severity: 'critical',
      family: 'meaning',
      confidence: 'flaky',
      runs: { shown: 2, of: 5 },
      message: 'a successful simulation must have an estimate of its gas, got none',
    }),
    tick({
      atMs: 2400,
      inconclusive: 4,
      inconclusiveOutcomes: { 429: 4 },
      statuses: { 200: 8, 429: 5 },
      failures: {},
      requests: 12,
    }),
    ended(),
  ];
}

/** Events as a report has them. */
export function reportText(events: readonly CampaignEvent[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}
