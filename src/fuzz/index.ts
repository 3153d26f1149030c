/**
 * `crosscheck/fuzz`: campaigns that find the bugs of a deployment, report each once and replay it exactly. Requires
 * fast-check.
 */
export {
  type CaseBody,
  type CaseGrowth,
  type CasePlan,
  type CaseRelation,
  type CaseRequest,
  type CaseStep,
  type Expectation,
  type ExpectedError,
  type ExpectedMessage,
  type FuzzedCall,
  type HttpCaseRequest,
  type PhaseName,
  phaseNames,
  type RelationName,
  relationNames,
  type WireCaseRequest,
  type WirePart,
} from '../case/case-plan.js';
export type {
  Answer,
  Observation,
  ObservedCase,
  ObservedFailure,
  RequestSpan,
} from '../case/observation.js';
export type {
  Check,
  CheckContext,
  CheckFamily,
  CheckLimits,
  CustomEndpoints,
  Severity,
  Violation,
} from '../checks/check.js';
export { type CheckName, knownChecks } from '../checks/known-checks.js';
export { CampaignCannotRunError } from '../errors.js';
export {
  type Baseline,
  type KnownFinding,
  readBaseline,
  type WriteBaselineOptions,
  writeBaseline,
} from './findings/baseline.js';
export type { CorpusEntry } from './findings/corpus.js';
export { readCorpus } from './findings/corpus.js';
export { type FindingTextOptions, findingText } from './findings/finding-text.js';
export { curlCommands, regressionTest } from './findings/reproduction.js';
export { localFuzzedCalls } from './local-fuzzed-calls.js';
export type {
  CampaignEnded,
  CampaignEvent,
  CampaignStarted,
  CampaignVerdict,
  CandidateFound,
  EndedBy,
  Found,
  InconclusiveReason,
  PhaseStarted,
  Shard,
  Tick,
} from './model/campaign-event.js';
export type {
  CallArbitrary,
  CampaignOptions,
  PhaseChoice,
  PhaseSelection,
  PlainCampaignOptions,
} from './model/campaign-options.js';
export type { CampaignReport, PhaseTotals, Totals } from './model/campaign-verdict.js';
export type { Gap } from './model/exercised.js';
export type {
  Confidence,
  Finding,
  FindingCondition,
  FindingContext,
  Frequency,
  RecordedCall,
  ShownTime,
  Signature,
} from './model/finding.js';
export { type Replay, replayCase } from './replay-case.js';
export type { ReplayOptions, ReplayProgress } from './replay-options.js';
export { runCampaign } from './run-campaign.js';
