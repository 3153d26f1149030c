import type { PhaseName } from '../checks/case/case-plan.js';
import type { Finding, Signature } from './findings/finding.js';

/**
 * What is written to the report of a campaign, a line of JSON each, as it happens. A reader takes the last finding of an
 * id; a report without an end was cut off, and holds for what it says.
 */
export type CampaignEvent = CampaignStarted | PhaseStarted | Tick | CandidateFound | Found | CampaignEnded;

/** The first line. */
export interface CampaignStarted {
  readonly event: 'campaign';
  /** Of this form of report. */
  readonly format: 1;
  readonly version: string;
  readonly seed: number;
  readonly shard: Shard;
  /** Of a report that was put together from those of several shards: the indexes of these. */
  readonly merged?: readonly number[] | undefined;
  /** Without credentials. */
  readonly deployment: { readonly name: string; readonly simulatorUrl: string; readonly observerUrl: string };
  /** ISO 8601. */
  readonly startedAt: string;
  readonly phases: readonly PhaseName[];
  readonly checks: readonly string[];
  /** How many cases of each phase all shards run together, if nothing ends them. Absent in reports of 0.1. */
  readonly phaseCases?: Readonly<Record<string, number>> | undefined;
  /**
   * What the cases and the checks depend on besides the seed: the conventions and the chain names of the deployment and
   * the limits of the checks; a function as a digest of its source. Shards of one campaign have the same. Absent in
   * reports of 0.1.
   */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** Folder that sure findings are written to, or false; of merged reports, only if all shards had the same. */
  readonly corpus: string | false;
  /** Ids in the baseline that have expired, and no longer count as known. Absent where there are none. */
  readonly expired?: readonly string[] | undefined;
  /** What is left out or asked with less, and what to know of it, a sentence each. Absent where there is nothing to say. */
  readonly notes?: readonly string[] | undefined;
}

/** One of several campaigns that share the cases: those whose place leaves `index` when divided by `count`. */
export interface Shard {
  /** From 0. */
  readonly index: number;
  readonly count: number;
}

export interface PhaseStarted {
  readonly event: 'phase';
  readonly atMs: number;
  readonly phase: PhaseName;
  /** How many cases it will run, if nothing ends it. */
  readonly cases: number;
}

/** What happened since the last tick; every member adds up. Written about once a second, and at the end of a phase. */
export interface Tick {
  readonly event: 'tick';
  readonly atMs: number;
  readonly phase: PhaseName;
  readonly cases: number;
  readonly requests: number;
  /** Requests that were inconclusive: no whole answer, 401, 403, 429, 502, 503 or 504. */
  readonly inconclusive: number;
  /** Answers by status: `{ "200": 40, "400": 2 }`. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Requests without a whole answer, by kind of failure. */
  readonly failures: Readonly<Record<string, number>>;
  /** Verdicts of simulations: success, failure, none. */
  readonly verdicts: Readonly<Record<string, number>>;
  /** Answers by the lower bound of their duration's bucket, in microseconds; see `histogram.ts`. */
  readonly latencyUs: Readonly<Record<string, number>>;
  /** Successful simulations by the lower bound of their gas estimate's bucket. */
  readonly gas: Readonly<Record<string, number>>;
  /** Requests by what they have: `{ "executorAddress: absent": 12 }`. */
  readonly coverageClasses: Readonly<Record<string, number>>;
}

/** Seen for the first time; shrinking and running it again come next. */
export interface CandidateFound {
  readonly event: 'candidate';
  readonly atMs: number;
  readonly id: string;
  readonly signature: Signature;
  readonly caseId: string;
  readonly message: string;
}

export interface Found {
  readonly event: 'finding';
  readonly atMs: number;
  readonly finding: Finding;
}

/** The last line. */
export interface CampaignEnded {
  readonly event: 'end';
  readonly atMs: number;
  readonly endedBy: EndedBy;
  /** How many cases there were to run, of all shards that are merged. Absent where that is not known. */
  readonly plannedCases?: number | undefined;
  readonly verdict: CampaignVerdict;
  /** Why it is inconclusive; absent of other verdicts. */
  readonly because?: InconclusiveReason | undefined;
  /** Endpoints that nothing was seen of, in a shard at least. Absent where there are none. */
  readonly inconclusiveEndpoints?: readonly string[] | undefined;
  /** Endpoints of which no answer could be judged, although answers came. Absent where there are none. */
  readonly unjudgedEndpoints?: readonly string[] | undefined;
  /** What no answer showed, each in a few words: `no simulation succeeded`. Absent where there is nothing to say. */
  readonly notSeen?: readonly string[] | undefined;
}

/**
 * Why a campaign ended, the gravest first: the deployment went away, it was stopped, its time or its findings were used
 * up, or all cases were run.
 */
export const campaignEnds = ['unreachable', 'stopped', 'time', 'findings', 'cases'] as const;

/** One of {@link campaignEnds}. */
export type EndedBy = (typeof campaignEnds)[number];

/**
 * What a campaign comes to. `findings`: stable or flaky ones that no baseline knows; `inconclusive`: it cannot be said
 * that there are none; `clean`: neither.
 */
export const campaignVerdicts = ['clean', 'findings', 'inconclusive'] as const;

/** One of {@link campaignVerdicts}. */
export type CampaignVerdict = (typeof campaignVerdicts)[number];

/**
 * Why a campaign is inconclusive, the gravest first: the deployment went away, it was stopped, there was no case to run
 * in any shard, too many requests were inconclusive, or all of one endpoint, no answer of an endpoint
 * could be judged, a candidate could not be rerun,
 * or shards are missing in a merged report.
 */
export const inconclusiveReasons = [
  'unreachable',
  'stopped',
  'no-cases',
  'inconclusive-requests',
  'inconclusive-endpoints',
  'unjudged-endpoints',
  'unconfirmed',
  'missing-shards',
] as const;

/** One of {@link inconclusiveReasons}. */
export type InconclusiveReason = (typeof inconclusiveReasons)[number];
