import { z } from 'zod';
import { isArbitrary } from '../../arbitraries/values/is-arbitrary.js';
import { type FuzzedCall, knownCall, type PhaseName, phaseNames } from '../../case/case-plan.js';
import { limitShape } from '../../checks/check.js';
import { type CheckName, knownChecks } from '../../checks/known-checks.js';
import { type LooseSimulationRequest, simulationRequestSchema } from '../../contract/simulation-request.js';
import { type Deployment, definedDeployment } from '../../deployment/deployment.js';
import { customEndpoints } from '../../endpoint/define-endpoint.js';
import { plainMessage } from '../../endpoint/endpoint-schemas.js';
import { UsageError } from '../../errors.js';
import { longestTimerMs } from '../../internal/clock.js';
import { suggestion } from '../../internal/closest.js';
import { readJsonFile } from '../../internal/json-file.js';
import { isPlainObject } from '../../internal/objects.js';
import { optionName, optionSetting } from '../../internal/option-names.js';
import {
  abortSignal,
  assertNoIssues,
  boolean,
  callback,
  checkedValue,
  clockOption,
  integer,
  list,
  number,
  optionIssues,
  reportIssue,
  text,
  valueWhere,
  withoutDefaults,
} from '../../internal/options.js';
import { counted, pathText } from '../../internal/print.js';
import { type CampaignEvent, shardShape } from './campaign-event.js';
import { defaultMaxInconclusive } from './campaign-verdict.js';

// As many digits as a case id has room for.
const largest = 999_999_999_999_999;
const durationMs = integer(1, longestTimerMs);

/** The number of cases of a phase. */
const casesOfPhase = integer(0, largest);

/** A rate in requests per second. */
const requestRate = number(0.001, 1_000_000);

const switchOrCount = checkedValue<boolean | number>((value) =>
  typeof value === 'boolean' || casesOfPhase.safeParse(value).success
    ? undefined
    : 'must be true, false or a number of cases',
)
  .meta({ anyOf: [{ type: 'boolean' }, { type: 'integer', minimum: 0, maximum: largest }] })
  .optional();

/** Which phases run: `true`, `false` or a number of cases for each. Phases that are not named run. */
export type PhaseSelection = Readonly<Partial<Record<PhaseName, boolean | number | undefined>>>;

/** A selection, or a list of the phases that run, by name or with a number of cases: `['smoke', ['valid', 50]]`. */
export type PhaseChoice = PhaseSelection | readonly (PhaseName | readonly [PhaseName, number])[];

/** Returns a choice as a selection. */
export function phaseSelection(choice: PhaseChoice): PhaseSelection {
  if (!isList(choice)) return choice;
  const only = new Map<PhaseName, number | true>(
    choice.map((entry) => (typeof entry === 'string' ? [entry, true] : entry)),
  );
  return Object.fromEntries(phaseNames.map((name) => [name, only.get(name) ?? false]));
}

/** `Array.isArray` does not narrow read-only lists. */
function isList(choice: PhaseChoice): choice is Exclude<PhaseChoice, PhaseSelection> {
  return Array.isArray(choice);
}

/** An entry of a list of phases. */
export const phaseEntry = checkedValue<PhaseName | readonly [PhaseName, number]>(phaseEntryIssue).meta({
  anyOf: [
    { enum: phaseNames },
    {
      type: 'array',
      items: [{ enum: phaseNames }, { type: 'integer', minimum: 0, maximum: largest }],
      minItems: 2,
      maxItems: 2,
    },
  ],
});

const phaseChoice: z.ZodType<PhaseChoice, PhaseChoice> = z.union(
  [
    z.strictObject(
      Object.fromEntries(phaseNames.map((name) => [name, switchOrCount])) as Record<
        PhaseName,
        typeof switchOrCount
      >,
    ),
    z
      .array(phaseEntry)
      .min(1, 'must name at least one phase')
      .superRefine(reportRepeatedPhase)
      .meta({ uniqueItems: true })
      .readonly(),
  ],
  'must be false or a number of cases for some phases, or a list of phases, each its name or [name, cases]',
);

/** The options of a campaign that are plain data, with their defaults and their flags. */
export const campaignSettingShape = {
  /** The seed from which every case is derived. All shards need the same one. Default: random, and printed. */
  seed: integer(0, largest).optional().meta({
    heading: 'Budgets',
    flag: '--seed <number>',
    description: 'seed from which every case is derived (default: random)',
  }),
  /** The number of cases of all phases together. Default: 1,000. */
  // A campaign without requests must not be clean.
  cases: integer(1, largest).default(1_000).meta({
    heading: 'Budgets',
    flag: '--cases <count>',
    description: 'total number of cases of all phases',
  }),
  /**
   * Time limit of the campaign, in milliseconds. A tenth of it, at most 10 s, is reserved for rerunning findings.
   * Default: no limit.
   */
  durationMs: durationMs.optional().meta({
    heading: 'Budgets',
    flag: '--duration <duration>',
    description: 'stop after this time (default: no limit)',
  }),
  /** Ends the campaign after this number of new findings. Default: 100. */
  maxFindings: integer(1, largest).default(100).meta({
    heading: 'Budgets',
    flag: '--max-findings <count>',
    description: 'stop after this number of new findings',
  }),
  /** How long to wait for the first answers of both endpoints, in milliseconds. Default: 5,000. */
  connectTimeoutMs: durationMs.default(5_000).meta({
    heading: 'Budgets',
    flag: '--connect-timeout <duration>',
    description: 'how long to wait for the first answers of the deployment',
  }),
  /** Which part of the cases to run. Default: all. */
  shard: z.strictObject(shardShape).default({ index: 0, count: 1 }).meta({
    heading: 'Budgets',
    flag: '--shard <i/n>',
    description:
      'run part i of n, from 1; all parts need the same --seed; job/n computes i from JOB_COMPLETION_INDEX',
  }),
  /** The maximum number of concurrent requests. Default: 8. */
  concurrency: integer(1, 1024).default(8).meta({
    heading: 'Pace',
    flag: '--concurrency <count>',
    description: 'maximum number of concurrent requests',
  }),
  /** Requests per second, or `auto`: slows down while the deployment reports overload. Default: `auto`. */
  ratePerSecond: checkedValue<number | 'auto'>((value) =>
    value === 'auto' || requestRate.safeParse(value).success
      ? undefined
      : `must be auto or a number from ${requestRate.minValue} to ${requestRate.maxValue}`,
  )
    .meta({
      anyOf: [
        { const: 'auto' },
        { type: 'number', minimum: requestRate.minValue, maximum: requestRate.maxValue },
      ],
    })
    .default('auto')
    .meta({
      heading: 'Pace',
      flag: '--rate-per-second <number|auto>',
      values: ['auto'],
      description: 'requests per second; auto slows down while the deployment reports overload',
    }),
  /**
   * Phases to leave out (false), or how many cases each one runs; or a list of the only ones to run: `['valid']`,
   * `['smoke', ['valid', 50]]`. Default: all, with shares of `cases`.
   */
  phases: phaseChoice.default({}),
  /** Names of checks to leave out. Default: none. */
  skipChecks: list(
    checkedValue<CheckName>(checkNameIssue).meta({ enum: knownChecks.map(({ name }) => name) }),
  )
    .default([])
    .meta({
      flag: '--skip-check <name>',
      description: 'skip a check; crosscheck checks lists them',
      values: knownChecks.map(({ name }) => name),
    }),
  /** Limits of checks. */
  limits: z.strictObject(limitShape).prefault({}),
  /** Maximum number of runs for shrinking one finding. Default: 200. */
  shrinkRuns: integer(0, largest)
    .default(200)
    .meta({ flag: '--shrink-runs <count>', description: 'maximum number of runs for shrinking one finding' }),
  /** Number of reruns of a shrunk finding. Default: 5. */
  // A finding without a rerun is unconfirmed and fails nothing.
  reruns: integer(1, 1000)
    .default(5)
    .meta({ flag: '--reruns <count>', description: 'number of reruns of a shrunk finding' }),
  /** How long findings may be shrunk and rerun after the last case, in milliseconds. Default: 60,000. */
  confirmTimeoutMs: durationMs.default(60_000).meta({
    heading: 'Budgets',
    flag: '--confirm-timeout <duration>',
    description:
      'how long findings may be shrunk and rerun after the last case; those that are not rerun by then stay unconfirmed',
  }),
  /**
   * How many of the requests before a case are sent again before it, if it does not show its finding alone: the last 1, 2, 4
   * and so on. Without success, this sends about three times as many requests. Default: 64.
   */
  maxPredecessors: integer(0, 10_000).default(64).meta({
    flag: '--max-predecessors <count>',
    description:
      'maximum number of preceding requests to try as the cause of a finding that its case does not show alone',
  }),
  /** The folder of cases to replay first and to write findings to, or `false`. Default: `false` in code, `.crosscheck/corpus` in the shell. */
  corpus: checkedValue<string | false>((value) =>
    value === false || text().safeParse(value).success ? undefined : 'must be false or a non-empty string',
  )
    .meta({ anyOf: [{ const: false }, { type: 'string', pattern: '\\S' }] })
    .default(false)
    .meta({
      heading: 'Files',
      flag: '--corpus <folder>',
      description: 'folder of cases to replay first and to write findings to (default: .crosscheck/corpus)',
      without: 'replay no cases and write none',
    }),
  /** File with known findings. Default: none. */
  baseline: text().optional().meta({
    heading: 'Files',
    flag: '--baseline <file>',
    description: 'file with known findings, which do not fail the campaign',
  }),
  /**
   * The maximum share of inconclusive requests to each endpoint, and of valid calls without a verdict, in a clean campaign.
   * Default: 0.2.
   */
  maxInconclusive: number(0, 1).default(defaultMaxInconclusive).meta({
    flag: '--max-inconclusive <share>',
    description:
      'maximum share of inconclusive requests to each endpoint, and of valid calls without a verdict; above it, a campaign without findings is inconclusive',
  }),
  /** Operations that the deployment knows, for the timelines of the stateful phase. Default: none. */
  operationIds: list(text()).default([]).meta({
    flag: '--operation-id <id>',
    description: 'an operation that the deployment knows, for the stateful phase to poll',
  }),
  /** Also calls endpoints that are not read-only, which change the state of the deployment. Default: false. */
  fuzzUnsafe: boolean().default(false).meta({
    flag: '--fuzz-unsafe',
    description: 'also call configured endpoints that are not read-only, which change state',
  }),
  /** File for the events, one line each. Default: none. */
  report: text().optional().meta({
    heading: 'Files',
    flag: '--report <file>',
    description: 'file for the events, one line of JSON each (default: a new file in .crosscheck/reports)',
    without: 'write no report',
  }),
};

/** The options of a campaign that are not plain data. */
export const campaignShape = {
  /** The deployment to fuzz. */
  deployment: definedDeployment,
  /** Valid calls to fuzz with. Default: `simulationRequest` of the deployment. */
  calls: valueWhere<CallArbitrary>(isArbitrary, 'must be an arbitrary of fast-check').optional(),
  /**
   * Custom endpoints, created with `defineEndpoint`, for the phase `endpoints`. Only those that
   * are read-only are called, unless `fuzzUnsafe` is set. Default: none.
   */
  endpoints: customEndpoints.default([]),
  /** Called with every event. An error that it throws ends the campaign. */
  onEvent: callback<(event: CampaignEvent) => void>().optional(),
  /** Ends the campaign with its findings so far. */
  signal: abortSignal().optional(),
  /** Source of time. Default: the real clock, which fake timers do not change. */
  clock: clockOption().optional(),
};

/** The options of a campaign. */
export const campaignOptions = z
  .strictObject({ ...campaignSettingShape, ...campaignShape })
  .superRefine(reportContradictions);

/** Options of a campaign that are plain data and can be in a file. */
export interface PlainCampaignOptions extends Readonly<z.input<z.ZodObject<typeof campaignSettingShape>>> {}

/** Options of a campaign. Durations are in milliseconds. All limits are assumptions; the interface states none (section 8). */
export interface CampaignOptions
  extends PlainCampaignOptions,
    Readonly<z.input<z.ZodObject<typeof campaignShape>>> {}

/** The defaults of the options that are plain data. */
export const campaignDefaults = z.strictObject(campaignSettingShape).parse({});

/** The schema of a campaign file. Its output has only the options of the file. */
export const campaignFileSchema: z.ZodObject = withoutDefaults(campaignSettingShape);

const maxBytes = 1024 * 1024;

/**
 * Reads options of a campaign from a JSON file.
 *
 * @throws {UsageError} with file and line, when there is no such file or it is broken.
 */
export async function readCampaignFile(file: string): Promise<PlainCampaignOptions> {
  const read = await readJsonFile(file, campaignFileSchema, maxBytes);
  if ('value' in read) return read.value;
  throw new UsageError('The configuration cannot be used', read.issues);
}

function phaseEntryIssue(value: unknown): string | undefined {
  const [name, cases, ...more]: readonly unknown[] = Array.isArray(value) ? value : [value, 0];
  const isPhase = phaseNames.some((phase) => phase === name);
  if (isPhase && casesOfPhase.safeParse(cases).success && more.length === 0) return undefined;
  const hint = isPhase ? '' : suggestion(name, phaseNames, `: ${phaseNames.join(', ')}`);
  return `must be the name of a phase, alone or with a number of cases${hint}`;
}

function reportRepeatedPhase(
  phases: readonly (PhaseName | readonly [PhaseName, number])[],
  context: z.RefinementCtx,
): void {
  const names = phases.map((phase) => (typeof phase === 'string' ? phase : phase[0]));
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) reportIssue(context, [], `must name each phase once, got ${twice} twice`);
}

function checkNameIssue(value: unknown): string | undefined {
  const names: string[] = knownChecks.map(({ name }) => name);
  if (typeof value === 'string' && names.includes(value)) return undefined;
  return `must be the name of a check${suggestion(value, names, '; crosscheck checks lists them')}`;
}

type GivenSettings = z.output<z.ZodObject<typeof campaignSettingShape & typeof campaignShape>>;

function reportContradictions(
  { seed, shard, phases, endpoints, fuzzUnsafe, skipChecks }: GivenSettings,
  context: z.RefinementCtx,
): void {
  const { index, count } = shard;
  if (index >= count)
    reportIssue(
      context,
      ['shard'],
      `must be one of ${counted(count, 'shard')}, got shard ${index + 1} (index ${index})`,
    );
  else if (seed === undefined && count > 1)
    reportIssue(context, ['seed'], 'is required with a shard, and must be the same for all shards');
  if (knownChecks.every(({ name }) => skipChecks.includes(name)))
    reportIssue(context, ['skipChecks'], 'must leave a check: without any, nothing is judged');
  // A phase that is selected by name must have something to call; otherwise the campaign would be clean without a request.
  if (phaseSelection(phases).endpoints && !endpoints.some(({ readOnly }) => readOnly || fuzzUnsafe))
    reportIssue(
      context,
      ['phases'],
      `has endpoints, but there is none to call: ${endpoints.length === 0 ? `set ${optionName('endpoints')}` : `none is read-only; set ${optionSetting('fuzzUnsafe', true)}, or readOnly: true in defineEndpoint of those that change nothing`}`,
    );
}

/**
 * An arbitrary of fast-check that generates calls. Declared structurally, so that the types of the matchers do not need
 * fast-check, which is optional.
 */
export interface CallArbitrary {
  generate(random: never, biasFactor: number | undefined): { readonly value: FuzzedCall };
  canShrinkWithoutContext(value: unknown): boolean;
  shrink(value: FuzzedCall, context: unknown): Iterable<{ readonly value: FuzzedCall }>;
}

const fuzzedCall = knownCall.extend({
  request: valueWhere<LooseSimulationRequest>(isPlainObject, 'must be a simulation request'),
});

const headline = 'The calls of the campaign include an invalid one';

/**
 * Returns a call that the user's arbitrary generated.
 *
 * @throws {UsageError} if a member is unknown or invalid, or if the deployment must reject the request.
 */
export function checkedCall(call: FuzzedCall, { conventions }: Pick<Deployment, 'conventions'>): FuzzedCall {
  assertNoIssues(headline, optionIssues(fuzzedCall, call));
  const { error } = simulationRequestSchema(conventions).safeParse(call.request);
  const issues = (error?.issues ?? []).map(({ path, message }) => ({
    path: pathText(['request', ...path]),
    message: plainMessage(message),
  }));
  assertNoIssues(headline, issues);
  return call;
}

/** The default folder of the corpus. */
export const defaultCorpus = '.crosscheck/corpus';
