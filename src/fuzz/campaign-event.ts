import type { PhaseName } from '../checks/case/case-plan.js';
import type { Exercise, Exercised } from './counting/exercised.js';
import type { Finding, Signature } from './findings/finding.js';

/**
 * An event of a campaign. Each is written to the report as one line of JSON when it happens. The last finding with an id
 * replaces the earlier ones. A report without an end event was cut off.
 */
export type CampaignEvent = CampaignStarted | PhaseStarted | Tick | CandidateFound | Found | CampaignEnded;

/** The first event. */
export interface CampaignStarted {
  readonly event: 'campaign';
  /** The version of the report format. */
  readonly format: 1;
  readonly version: string;
  readonly seed: number;
  readonly shard: Shard;
  /** The indexes of the shards, in a merged report. */
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
   * The settings on which cases and checks depend besides the seed: the conventions and chain names of the deployment
   * the limits of checks, and `maxInconclusive`. Functions are digests of their source. All shards of a campaign have the same settings.
   * Absent in reports of 0.1.
   */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /**
   * The folder to which confirmed findings are written, or false. In merged reports only if all shards had the same.
   */
  readonly corpus: string | false;
  /** The ids in the baseline that have expired and no longer count as known. Absent if there are none. */
  readonly expired?: readonly string[] | undefined;
  /** Sentences about what is left out or reduced. Absent if there are none. */
  readonly notes?: readonly string[] | undefined;
}

/** A part of the cases: those with index modulo `count` equal to `index`. */
export interface Shard {
  /** From 0. */
  readonly index: number;
  readonly count: number;
}

export interface PhaseStarted {
  readonly event: 'phase';
  readonly atMs: number;
  readonly phase: PhaseName;
  /** The number of planned cases. */
  readonly cases: number;
}

/** The counts since the last tick. Written about once a second, and at the end of a phase. */
export interface Tick {
  readonly event: 'tick';
  readonly atMs: number;
  readonly phase: PhaseName;
  readonly cases: number;
  readonly requests: number;
  /** Requests that were inconclusive: what came back proves nothing about them. */
  readonly inconclusive: number;
  /** Answers by status: `{ "200": 40, "400": 2 }`. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Requests without a complete answer, by kind of failure. */
  readonly failures: Readonly<Record<string, number>>;
  /** Verdicts of simulations: success, failure, none. */
  readonly verdicts: Readonly<Record<string, number>>;
  /** Answers by the lower bound of their duration's bucket, in microseconds; see `histogram.ts`. */
  readonly latencyUs: Readonly<Record<string, number>>;
  /** Successful simulations by the lower bound of their gas estimate's bucket. */
  readonly gas: Readonly<Record<string, number>>;
  /** Requests by coverage class: `{ "executorAddress: absent": 12 }`. */
  readonly coverageClasses: Readonly<Record<string, number>>;
}

/** A candidate for a finding, when it is first seen. It is shrunk and rerun next. */
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

/** The last event. */
export interface CampaignEnded {
  readonly event: 'end';
  readonly atMs: number;
  readonly endedBy: EndedBy;
  /** The number of planned cases, of all merged shards. Absent if it is not known. */
  readonly plannedCases?: number | undefined;
  readonly verdict: CampaignVerdict;
  /** Why it is inconclusive; absent for other verdicts. */
  readonly because?: InconclusiveReason | undefined;
  /**
   * Set if something could not be rerun that no finding names: a failure that may have been an outage, or the latency of an
   * interrupted case.
   */
  readonly hasOpenFailure?: boolean | undefined;
  /** What it exercised, as counts. Absent if it was cut off. */
  readonly exercised?: Exercised | undefined;
  /** What it must have exercised to be clean: names of `exercised.counts`. Each custom endpoint is required as well. */
  readonly required?: readonly Exercise[] | undefined;
  /** What it did not exercise, each in a few words: `no simulation succeeded`. Absent if there is nothing to report. */
  readonly gaps?: readonly string[] | undefined;
}

/**
 * Why a campaign ended, most serious first: the deployment became unreachable, the campaign was stopped, it reached its
 * time limit or its limit of findings, or all cases were run.
 */
export const campaignEnds = ['unreachable', 'stopped', 'time', 'findings', 'cases'] as const;

/** One of {@link campaignEnds}. */
export type EndedBy = (typeof campaignEnds)[number];

/**
 * The verdict of a campaign. `findings`: it has stable or flaky findings that no baseline knows; `inconclusive`: it does
 * not prove that there are none; `clean`: neither.
 */
export const campaignVerdicts = ['clean', 'findings', 'inconclusive'] as const;

/** One of {@link campaignVerdicts}. */
export type CampaignVerdict = (typeof campaignVerdicts)[number];

/**
 * Why a campaign is inconclusive, most serious first: the deployment became unreachable, the campaign was stopped, no
 * case was run, too many requests to an endpoint were inconclusive, what the phases are about was never seen, a candidate could
 * not be rerun, or a merged report lacks shards.
 */
export const inconclusiveReasons = [
  'unreachable',
  'stopped',
  'no-cases',
  'inconclusive-requests',
  'no-evidence',
  'unconfirmed',
  'missing-shards',
] as const;

/** One of {@link inconclusiveReasons}. */
export type InconclusiveReason = (typeof inconclusiveReasons)[number];
