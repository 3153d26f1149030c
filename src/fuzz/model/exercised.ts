import { z } from 'zod';
import {
  type CasePlan,
  growthDimensions,
  type HttpCaseRequest,
  isHttp,
  type PhaseName,
  phaseNames,
} from '../../case/case-plan.js';
import { isAccepted, isInconclusive } from '../../case/inconclusive-answers.js';
import type { Observation, ObservedCase } from '../../case/observation.js';
import { partsOfNeed } from '../../checks/check.js';
import { checkNamed } from '../../checks/known-checks.js';
import { type CaseSimulation, caseSimulations, groupByRequest } from '../../checks/simulations.js';
import { sentCredentials } from '../../client/evidence.js';
import type { Simulation } from '../../contract/responses.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import { simulationVerdict } from '../../contract/verdicts.js';
import type { Exchange } from '../../deployment/exchange.js';
import { type BuiltInEndpointName, builtInFacts, isBuiltIn } from '../../endpoint/built-in.js';
import { surfaceInUse } from '../../internal/option-names.js';
import { integer, object } from '../../internal/options.js';
import { counted, cut, formatCount, formatValue } from '../../internal/print.js';
import { singleRequestCase } from '../phases/phase.js';
import { addCount, addCounts, countsSchema, noCounts } from './counts.js';

/** A thing that a campaign exercises. */
export type Exercise = keyof typeof exercises;

interface ExerciseRow {
  /** What a report says of valid calls that showed it: `moved tokens`. Default: nothing. */
  readonly ofCalls?: string;
  readonly is: (seen: Seen) => boolean;
  /** The phases that exercise it. */
  readonly phases: readonly PhaseName[];
  /** Whether those phases prove nothing without it. Default: no. */
  readonly isRequired?: (planned: Planned) => boolean;
  /** The text of the gap if none was seen. Default: none, so that it is not a gap. */
  readonly gap?: string;
  /** A thing that includes this one. If it is missing, this one is too. */
  readonly within?: string;
  /** What shows it. */
  readonly providedBy?: ProvidedBy;
  /** What a call must have to show it. */
  readonly ofCall?: 'tokens' | 'arguments';
}

/** What shows a thing: an option in code, and a flag of the command. */
interface ProvidedBy {
  readonly option: string;
  readonly flag: string;
}

/** What the user of a campaign named: calls, of which some have tokens or arguments, and operations. */
export const givenNames = ['calls', 'tokens', 'arguments', 'operationIds'] as const;

/** One of {@link givenNames}. */
export type Given = (typeof givenNames)[number];

/** What one request showed, or the simulations of one case together. */
interface Seen {
  /** The valid call that it sent. */
  readonly call?: LooseSimulationRequest | undefined;
  /** The answer to a valid call, if it has a verdict. */
  readonly simulation?: Simulation | undefined;
  /** The stage of a known operation. */
  readonly stage?: string | undefined;
  /** Whether the observer answered a query with a record or a 404. */
  readonly isRecordOrUnknown?: boolean;
  readonly hasCredential?: boolean;
  /** All simulations of a case, if it has several. */
  readonly ofCase?: readonly CaseSimulation[];
}

/** What a campaign plans to exercise. */
export interface Planned {
  readonly phases: readonly PhaseName[];
  /** Whether records of known operations are expected: some are known, or the phase `stateful` was selected by name. */
  readonly expectsRecords: boolean;
}

/** The names of what a campaign runs. */
interface Selected {
  readonly phases: readonly PhaseName[];
  readonly checks: readonly string[];
}

/**
 * The endpoints whose evidence a phase needs to prove something: a valid call with a verdict of the simulator, an answer of the
 * observer. The other phases prove something by themselves.
 */
const requiredEvidence: Readonly<Record<PhaseName, readonly BuiltInEndpointName[]>> = {
  smoke: ['simulate', 'inclusion'],
  corpus: [],
  coverage: ['simulate', 'inclusion'],
  valid: ['simulate'],
  invalid: ['simulate', 'inclusion'],
  metamorphic: ['simulate'],
  stateful: ['inclusion'],
  wire: ['simulate', 'inclusion'],
  endpoints: [],
};
const phasesNeeding = (endpoint: BuiltInEndpointName): readonly PhaseName[] =>
  phaseNames.filter((phase) => requiredEvidence[phase].includes(endpoint));
const simulatorPhases = phasesNeeding('simulate');
/** The phases whose cases have several calls. */
const comparingPhases: readonly PhaseName[] = ['coverage', 'metamorphic'];
const observerPhases = phasesNeeding('inclusion');

const knownCalls = {
  option: 'pass calls that the deployment knows (calls)',
  flag: 'name a contract and its function (--target, --signature), or a local deployment (--control-url)',
};

const callsWith: Readonly<Record<'tokens' | 'arguments', ProvidedBy>> = {
  tokens: { option: 'pass calls that do (calls)', flag: 'name one (--token)' },
  arguments: {
    option: 'pass calls that do (calls)',
    flag: 'name a function with parameters (--signature)',
  },
};

const knownOperations = {
  option: 'pass operationIds',
  flag: 'name operations (--operation-id), or submit some to the local deployment of --control-url',
};

/** Everything that a campaign may exercise. A count of 0 may be a gap of its report. */
const exercises = {
  validCalls: { phases: simulatorPhases, is: ({ call }) => call !== undefined },
  verdicts: {
    ofCalls: 'got a verdict',
    phases: simulatorPhases,
    isRequired: () => true,
    is: ({ simulation }) => simulation !== undefined,
    gap: 'no valid call got a verdict',
    providedBy: knownCalls,
  },
  succeeded: {
    ofCalls: 'succeeded',
    phases: simulatorPhases,
    is: hasSucceeded,
    gap: 'no simulation succeeded',
    within: 'verdicts',
    providedBy: knownCalls,
  },
  failed: {
    ofCalls: 'failed',
    phases: simulatorPhases,
    is: ({ simulation }) => simulation?.simulationStatus === false,
  },
  sentMessages: {
    ofCalls: 'sent messages',
    phases: simulatorPhases,
    is: ({ simulation }) => (simulation?.outMessages?.length ?? 0) > 0,
    gap: 'no call sent a message',
    within: 'succeeded',
    providedBy: knownCalls,
  },
  movedTokens: {
    ofCalls: 'moved tokens',
    phases: simulatorPhases,
    is: (seen) => hasSucceeded(seen) && callHas.tokens(seen.call),
    gap: 'no successful call moved tokens',
    within: 'succeeded',
    providedBy: knownCalls,
    ofCall: 'tokens',
  },
  carriedArguments: {
    ofCalls: 'carried arguments',
    phases: simulatorPhases,
    is: (seen) => hasSucceeded(seen) && callHas.arguments(seen.call),
    gap: 'no successful call carried arguments',
    within: 'succeeded',
    providedBy: knownCalls,
    ofCall: 'arguments',
  },
  repeatedCalls: {
    phases: comparingPhases,
    is: ({ ofCase = [] }) => groupByRequest(ofCase).length < ofCase.length,
    gap: 'no case got two verdicts for the same call',
    within: 'verdicts',
  },
  comparedCalls: {
    phases: comparingPhases,
    is: ({ ofCase = [] }) => groupByRequest(ofCase).length > 1,
    gap: 'no case got verdicts for different calls',
    within: 'verdicts',
  },
  comparedMessages: {
    phases: comparingPhases,
    is: ({ simulation, ofCase = [] }) =>
      (simulation?.outMessages?.length ?? 0) > 1 ||
      groupByRequest(ofCase.filter(({ simulation }) => simulation.outMessages?.length)).length > 1,
    gap: 'no case got two messages',
    within: 'sentMessages',
  },
  observerAnswers: {
    phases: observerPhases,
    isRequired: () => true,
    is: ({ isRecordOrUnknown = false }) => isRecordOrUnknown,
    gap: 'no answer of the observer could be judged',
  },
  records: {
    phases: ['stateful'],
    isRequired: ({ expectsRecords }) => expectsRecords,
    is: ({ stage }) => stage !== undefined,
    gap: 'no record of a known operation had a stage',
    providedBy: knownOperations,
  },
  credentials: {
    // Only the deployment has such operations.
    phases: [],
    is: ({ hasCredential = false }) => hasCredential,
    gap: 'no request had a credential',
  },
} satisfies Record<string, ExerciseRow>;

/** The names of {@link exercises}. */
export const exerciseNames = Object.keys(exercises) as [Exercise, ...Exercise[]];

export const exercisedSchema = object({
  /** How often each thing was seen. Absent if an older version did not count it. */
  counts: z.partialRecord(z.enum(exerciseNames), integer(0)).readonly(),
  /** Those of `counts` that control requests showed, which do not belong to cases. Absent in older reports. */
  controls: z.partialRecord(z.enum(exerciseNames), integer(0)).readonly().optional(),
  /** Records of known operations by the deployment's name of their stage; `start failed` is a failed one. */
  stages: countsSchema,
  /** Successful answers of each custom endpoint that it called or left out. */
  endpoints: countsSchema,
  /** Requests by endpoint. */
  requests: countsSchema,
  /** Those of them that were inconclusive, by endpoint. */
  inconclusive: countsSchema,
  /**
   * Invalid requests after which an endpoint accepted no valid one, by endpoint. Of a custom endpoint, those since it last
   * accepted one, with the valid ones that got a 404.
   */
  unproven: countsSchema,
  /** What the service said of calls that failed, as far as it said few different things. Absent in older reports. */
  simulationErrors: countsSchema.optional(),
});

/** What a campaign exercised, as counts that add up over shards. */
export interface Exercised extends Readonly<z.output<typeof exercisedSchema>> {}

const gap = object({
  /** What was not exercised, in a few words: `no simulation succeeded`. */
  text: z.string(),
  /** The name of what was not seen, of `exercised.counts`. Absent for other gaps. */
  exercise: z.enum(exerciseNames).optional(),
  /** What grows in the cases whose latency was not measured. Absent for other gaps. */
  growth: z.enum(growthDimensions).optional(),
});

/** Something that a campaign did not exercise. */
export interface Gap extends Readonly<z.output<typeof gap>> {}

/** The schema of a gap. Older reports have only its text. */
export const gapSchema: z.ZodType<Gap> = z.union([gap, z.string().transform((text) => ({ text }))]);

const rows = Object.entries(exercises) as [Exercise, ExerciseRow][];

/** Returns what a campaign must have seen to be clean, besides an answer of each custom endpoint. */
export function requiredExercises(planned: Planned): Exercise[] {
  return rowsOf(planned.phases).flatMap(([name, { isRequired }]) => (isRequired?.(planned) ? name : []));
}

/** Returns what some phases exercise. */
function rowsOf(planned: readonly PhaseName[]): [Exercise, ExerciseRow][] {
  return rows.filter(([, { phases }]) => phases.some((phase) => planned.includes(phase)));
}

/** A service may say something else each time. */
const maxErrors = 20;
const maxErrorLength = 200;

/** Counts what a campaign exercises. */
export class ExerciseCounter {
  readonly #sums = noSums();
  /** The last request over HTTP that each custom endpoint accepted. */
  readonly #accepted = new Map<string, HttpCaseRequest>();
  readonly #toWireName: (stage: string) => string;

  /**
   * @param leftOut - Custom endpoints that should be called and are not.
   * @param toWireName - Returns the deployment's name of a stage. Default: the neutral one.
   */
  constructor(leftOut: readonly string[], toWireName = (stage: string): string => stage) {
    this.#toWireName = toWireName;
    for (const name of leftOut) this.#sums.endpoints[name] = 0;
  }

  /**
   * Counts the observation of one request. An answer that proves nothing, such as a cached one, does not count.
   *
   * @param exchange - That of a control request, which shows whether requests have a credential. Default: none.
   */
  count(observation: Observation, exchange?: Exchange): void {
    const { request, answer } = observation;
    const { endpoint, expect } = request;
    const { stages, endpoints, requests, inconclusive, unproven } = this.#sums;
    addCount(requests, endpoint);
    if (isInconclusive(observation)) addCount(inconclusive, endpoint);
    const accepted = isAccepted(observation);
    if (expect.kind === 'answered') {
      addCount(endpoints, endpoint, accepted ? 1 : 0);
      if (accepted && isHttp(request)) this.#accepted.set(endpoint, request);
    }
    if (accepted) delete unproven[endpoint];
    else if (accepted === undefined && (isBuiltIn(endpoint) || this.#accepted.has(endpoint)))
      addCount(unproven, endpoint);
    const call = expect.kind === 'simulated' ? expect.request : undefined;
    const simulation = accepted && call !== undefined ? answer?.simulation : undefined;
    const stage = accepted && expect.kind === 'known' ? answer?.inclusion?.stage : undefined;
    const isRecordOrUnknown = accepted === true && endpoint === 'inclusion';
    const hasCredential = exchange !== undefined && sentCredentials(exchange).length > 0;
    if (simulation?.simulationStatus === false && answer?.echoesCredential === false)
      this.#countError(simulation.simulationError);
    const seen = { call, simulation, stage, isRecordOrUnknown, hasCredential };
    this.#see(seen);
    if (exchange !== undefined) this.#see(seen, this.#sums.controls);
    if (stage === undefined) return;
    const name = this.#toWireName(stage);
    addCount(stages, answer?.inclusion?.success === false ? `${name} failed` : name);
  }

  /** Counts the observations of a case, and what its simulations show together. */
  countCase(observed: ObservedCase): void {
    const { observations } = observed;
    for (const observation of observations) this.count(observation);
    if (observations.length === 1) return;
    const isEvidence = ({ at }: CaseSimulation): boolean =>
      isAccepted(observations[at] as Observation) === true;
    this.#see({ ofCase: caseSimulations(observed).filter(isEvidence) });
  }

  #see(seen: Seen, counts = this.#sums.counts): void {
    for (const [name, { is }] of rows) if (is(seen)) addCount(counts, name);
  }

  #countError(text: unknown): void {
    if (typeof text !== 'string' || text === '') return;
    const error = cut(text, maxErrorLength);
    const isNew = !Object.hasOwn(this.#sums.simulationErrors, error);
    if (isNew && Object.keys(this.#sums.simulationErrors).length >= maxErrors) return;
    addCount(this.#sums.simulationErrors, error);
  }

  get exercised(): Exercised {
    return this.#sums;
  }

  /** Whether the last requests to an endpoint were invalid, and none was valid and accepted after them. */
  get hasUnproven(): boolean {
    return Object.keys(this.#sums.unproven).length > 0;
  }

  /** Returns cases that show whether these custom endpoints still accept a request that they accepted. */
  get customControls(): CasePlan[] {
    return Object.keys(this.#sums.unproven).flatMap((endpoint) => {
      const accepted = this.#accepted.get(endpoint);
      return accepted === undefined ? [] : singleRequestCase('endpoints', 'control', accepted);
    });
  }
}

/** Adds up what shards exercised. */
export function addExercised(parts: readonly Exercised[]): Exercised {
  const sums = noSums();
  for (const part of parts) for (const name of memberNames) addCounts(sums[name], part[name] ?? {});
  return sums;
}

/** The counts of {@link Exercised}, while they are counted. */
type Sums = { readonly [Name in keyof Exercised]-?: Record<string, number> };

const memberNames = Object.keys(exercisedSchema.shape) as (keyof Exercised)[];

function noSums(): Sums {
  const sums = Object.fromEntries(memberNames.map((name) => [name, noCounts()])) as Sums;
  for (const name of exerciseNames) sums.counts[name] = 0;
  return sums;
}

/** Returns the gap if a campaign did not exercise something. */
function exerciseGap({ counts }: Exercised, exercise: Exercise): Gap | undefined {
  const { gap: text }: ExerciseRow = exercises[exercise];
  return counts[exercise] === 0 && text !== undefined ? { text, exercise } : undefined;
}

/**
 * Returns why nothing exercised a check, in a few words; undefined if something did.
 *
 * @param phases - Those that ran. Any case may be in the corpus.
 */
export function unexercised(
  check: string,
  exercised: Exercised | undefined,
  phases: readonly PhaseName[],
): string | undefined {
  const { evidence, phases: ofPhases, answers } = partsOfNeed(checkNamed(check)?.needs);
  if (answers !== undefined && exercised && mostAnswers(exercised) < answers)
    return `${check} needs ${formatCount(answers)} answers of one endpoint`;
  if (ofPhases !== undefined && !['corpus' as const, ...ofPhases].some((phase) => phases.includes(phase)))
    return `no case of the ${ofPhases.length > 1 ? 'phases' : 'phase'} ${ofPhases.join(', ')} was run`;
  return evidence && exercised && exerciseGap(exercised, evidence)?.text;
}

/** Returns the largest number of answers of one endpoint. */
function mostAnswers({ counts, endpoints }: Exercised): number {
  const { verdicts = 0, observerAnswers = 0 } = counts;
  return Math.max(verdicts, observerAnswers, ...Object.values(endpoints));
}

/** Returns what a clean campaign must have seen and this one did not. */
export function unmet(
  exercised: Exercised,
  needed: readonly Exercise[],
  { phases, checks }: Selected,
): Gap[] {
  const idle = checks.map((check) => unexercised(check, exercised, phases));
  return [
    ...unprovenGaps(exercised),
    ...needed.flatMap((name) => exerciseGap(exercised, name) ?? []),
    ...Object.entries(exercised.endpoints).flatMap(([name, count]) =>
      count === 0 ? { text: `no answer of ${name} was a success` } : [],
    ),
    ...(idle.length > 0 && !idle.includes(undefined)
      ? [{ text: `the selected checks could not find anything: ${[...new Set(idle)].join('; ')}` }]
      : []),
  ];
}

/** Returns what was not exercised although the phases of a campaign could, and its checks need it or a clean one must. */
export function exerciseGaps(
  exercised: Exercised,
  mustHave: readonly Exercise[],
  { phases, checks }: Selected,
): Gap[] {
  const { counts, stages } = exercised;
  const needed = new Set<unknown>([
    ...mustHave,
    ...checks.map((check) => partsOfNeed(checkNamed(check)?.needs).evidence),
  ]);
  const gaps = rowsOf(phases).flatMap(([name, { within }]) => {
    const isImplied = within !== undefined && counts[within as Exercise] === 0;
    return needed.has(name) && !isImplied ? (exerciseGap(exercised, name) ?? []) : [];
  });
  const seen = Object.keys(stages);
  return seen.length > 0 && seen.every((stage) => stage === 'start') ? [...gaps, noProgress] : gaps;
}

/** Returns which endpoints may have rejected everything in the end. */
function unprovenGaps({ unproven }: Exercised): Gap[] {
  return Object.keys(unproven).map((endpoint) => ({
    text: isBuiltIn(endpoint)
      ? `${serverText(endpoint)} accepted no valid request after the last invalid ones`
      : `${endpoint} stopped accepting valid requests`,
  }));
}

/**
 * Returns whether valid calls, or the requests to an endpoint, lacked evidence more often than a limit allows:
 * `26 of 30 valid calls got no verdict`.
 */
export function shareGaps(
  { counts: { validCalls = 0, verdicts = 0 }, requests, inconclusive }: Exercised,
  maxInconclusive: number,
): Gap[] {
  const shares = [
    { part: validCalls - verdicts, whole: validCalls, what: 'valid calls got no verdict' },
    ...Object.entries(inconclusive).map(([endpoint, part]) => ({
      part,
      whole: requests[endpoint] ?? part,
      what: isBuiltIn(endpoint)
        ? `requests to ${serverText(endpoint)} were inconclusive`
        : `requests to ${endpoint} were inconclusive; if it answers 404 for params that do not exist, set its example in defineEndpoint`,
    })),
  ];
  return shares
    .filter(({ part, whole }) => part > 0 && (part === whole || part / whole > maxInconclusive))
    .map(({ part, whole, what }) => ({ text: `${formatCount(part)} of ${formatCount(whole)} ${what}` }));
}

/** Returns what answers for an endpoint: `the observer`. */
function serverText(endpoint: string): string {
  return isBuiltIn(endpoint) ? `the ${builtInFacts[endpoint].server}` : endpoint;
}

const noProgress: Gap = { text: 'no operation got past its first stage' };

/** What was given to a campaign, and what it exercised. */
interface CampaignContents {
  readonly given?: readonly Given[] | undefined;
  readonly exercised?: Exercised | undefined;
}

/**
 * Returns the text of a gap, and what shows it in the words of the surface in use. If that was given, what became of it instead.
 */
export function gapText(
  { text: gap, exercise }: Gap,
  { given = [], exercised }: CampaignContents = {},
  surface = surfaceInUse(),
): string {
  const { providedBy, ofCall }: Partial<ExerciseRow> = exercise === undefined ? {} : exercises[exercise];
  if (providedBy === undefined) return gap;
  if (providedBy === knownOperations && given.includes('operationIds'))
    return `${gap}, although operations were given: poll one to see why`;
  if (providedBy !== knownCalls || !given.includes('calls') || exercised === undefined)
    return `${gap}; ${providedBy[surface]}`;
  if (ofCall !== undefined && !given.includes(ofCall))
    return `${gap}, because none of the given calls does; ${callsWith[ofCall][surface]}`;
  const { validCalls = 0, verdicts = 0, failed = 0 } = exercised.counts;
  const seeWhy = '; simulate one to see why';
  if (verdicts === 0) return `${gap}, although calls were given${seeWhy}`;
  if (failed === 0) return `${gap}, although calls were given; run more cases, or other phases`;
  const share =
    failed === validCalls
      ? `all ${formatCount(failed)}`
      : `${formatCount(failed)} of ${formatCount(validCalls)}`;
  const most = mostFrequentText(exercised);
  const open = validCalls - verdicts;
  return `${gap}, although calls were given: ${share} calls failed${most ?? ''}${open > 0 ? `, ${formatCount(open)} got no verdict` : ''}${most === undefined ? seeWhy : ''}`;
}

/** Whether a call has tokens or arguments. */
const callHas = {
  tokens: (call: LooseSimulationRequest | undefined) => (call?.betaAssets?.length ?? 0) > 0,
  arguments: (call: LooseSimulationRequest | undefined) =>
    (call?.alphaCallParams?.arguments?.length ?? 0) > '0x'.length,
};

/** Returns what was given to a campaign. */
export function givenTo(calls: readonly LooseSimulationRequest[], operationIds: readonly string[]): Given[] {
  return givenNames.filter((name) => {
    if (name === 'calls') return calls.length > 0;
    return name === 'operationIds' ? operationIds.length > 0 : calls.some(callHas[name]);
  });
}

/** Returns what the service said most often of the calls that failed. */
function mostFrequentText({ counts: { failed = 0 }, simulationErrors = {} }: Exercised): string | undefined {
  const [most] = Object.entries(simulationErrors).toSorted(([, one], [, other]) => other - one);
  if (most === undefined) return undefined;
  const [text, count] = most;
  return count === failed
    ? ` with ${formatValue(text)}`
    : `, ${formatCount(count)} of them with ${formatValue(text)}`;
}

/**
 * Returns what the cases of a campaign exercised, on one line: `40 valid calls (40 got a verdict, 12 succeeded, 28 failed), 6
 * records of known operations (start ×6), and 4 answered control requests`. What they did not exercise is in the gaps.
 */
export function exercisedText({ counts, controls = {}, stages, endpoints }: Exercised): string {
  const ofCases = (name: Exercise): number => (counts[name] ?? 0) - (controls[name] ?? 0);
  const records = ofCases('records');
  const ofCalls = rows.flatMap(([name, { ofCalls }]) =>
    ofCalls !== undefined && ofCases(name) > 0 ? `${formatCount(ofCases(name))} ${ofCalls}` : [],
  );
  const { verdicts = 0, observerAnswers = 0 } = controls;
  const answered = verdicts + observerAnswers;
  const ofRecords = Object.entries(stages).map(([stage, count]) => `${stage} ×${formatCount(count)}`);
  const answers = Object.entries(endpoints).filter(([, count]) => count > 0);
  return [
    counted(ofCases('validCalls'), 'valid call') + inParentheses(ofCalls),
    ...(records === 0
      ? []
      : [
          counted(records, 'record of a known operation', 'records of known operations') +
            inParentheses(ofRecords),
        ]),
    ...answers.map(([name, count]) => `${counted(count, 'successful answer')} of ${name}`),
    ...(answered === 0 ? [] : [`and ${counted(answered, 'answered control request')}`]),
  ].join(', ');
}

function inParentheses(parts: readonly string[]): string {
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function hasSucceeded({ simulation }: Seen): boolean {
  return simulation !== undefined && simulationVerdict(simulation) === 'success';
}
