import { z } from 'zod';
import { caseRequestSchema, type PhaseName } from '../case/case-plan.js';
import type { ObservedCase } from '../case/observation.js';
import type { Conventions } from '../contract/conventions.js';
import type { ChainNames } from '../contract/dialect.js';
import { isExtensionMember } from '../contract/extension.js';
import { builtInsOf, isBuiltIn } from '../endpoint/built-in.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import { longestTimerMs } from '../internal/clock.js';
import { boolean, integer, strictObject } from '../internal/options.js';
import type { EarlierAnswers } from './earlier-answers.js';

/**
 * How bad a finding is. `critical`: the service fails or answers wrongly. `major`: it breaks its contract. `minor`: clients have
 * more work.
 */
export const severities = ['critical', 'major', 'minor'] as const;

/** One of {@link severities}. */
export type Severity = (typeof severities)[number];

/** The families of checks, in which they are listed. */
export const checkFamilies = ['transport', 'meaning', 'metamorphic'] as const;

/** One of {@link checkFamilies}. */
export type CheckFamily = (typeof checkFamilies)[number];

/** The evidence without which a check proves nothing: an exercise of a campaign, or a case of one of some phases. */
export type CheckNeed = CheckEvidence | readonly PhaseName[] | CheckNeeds;

/** Evidence that a case of one of some phases must give, or a number of answers. */
interface CheckNeeds {
  readonly evidence?: CheckEvidence;
  readonly phases?: readonly PhaseName[];
  /** How many answers of one endpoint it needs. */
  readonly answers?: number;
}

type CheckEvidence =
  | 'verdicts'
  | 'succeeded'
  | 'sentMessages'
  | 'movedTokens'
  | 'carriedArguments'
  | 'repeatedCalls'
  | 'comparedCalls'
  | 'comparedMessages'
  | 'observerAnswers'
  | 'records'
  | 'credentials';

/** Returns the parts of what a check needs. */
export function partsOfNeed(need: CheckNeed | undefined): CheckNeeds {
  if (typeof need === 'string') return { evidence: need };
  if (need === undefined) return {};
  return Array.isArray(need) ? { phases: need } : (need as CheckNeeds);
}

/** A check: a pure function that judges the requests and answers of a case. */
export interface Check {
  /** Its name, in lower case with dashes. Part of signatures and baselines, see docs/stability.md. */
  readonly name: string;
  readonly family: CheckFamily;
  readonly severity: Severity;
  /** The rule that it checks, in one sentence. */
  readonly about: string;
  /** The source of the rule: `section 2.2`, `practice`, `assumption`. */
  readonly source: string;
  /** The source for custom endpoints, with `{endpoint}` for the name of one. Default: `source`. */
  readonly customSource?: string | undefined;
  /** The source for members that an extension declares. Default: `source`. */
  readonly declaredSource?: string | undefined;
  /**
   * Whether a violation, or one of these classes, may also be an outage. It counts only if every run of its case shows it
   * and a control request directly after each run is answered; otherwise the answers stay inconclusive. Default: false.
   */
  readonly needsControl?: boolean | readonly string[] | undefined;
  /**
   * Whether a violation, or one of these classes, is a failure to answer. As with gateways, a request is its cause only if it
   * fails every time. Default: `needsControl`.
   */
  readonly isFailure?: boolean | readonly string[] | undefined;
  /**
   * Whether a violation, or one of these classes, counts only if reruns of its case show it, however often a campaign does:
   * load or the chain may cause it. Default: false.
   */
  readonly needsRerun?: boolean | readonly string[] | undefined;
  /**
   * Whether load may cause a violation as well. It counts only if reruns at the end of the campaign, with nothing else in
   * progress, show it. Default: false.
   */
  readonly needsIdle?: boolean | undefined;
  /**
   * In how many independent cases a violation that no rerun shows must occur to count as flaky: one if operations move on,
   * three if load or a disturbance may cause it. Assumption. Default: 2.
   */
  readonly minOccurrences?: number | undefined;
  /**
   * What findings of one endpoint share if they have one cause: the check, if validation is missing; its class, if answers are
   * formatted wrongly, whatever the member; or the member, whichever checks find it wrong. Default: `class` in the family
   * transport, otherwise `member`.
   */
  readonly oneCause?: 'check' | 'class' | 'member' | undefined;
  /** The evidence without which it proves nothing. Default: any answer. */
  readonly needs?: CheckNeed | undefined;
  /** With `notes`, its violations do not fail smoke runs; with `no`, these do not use it. Default: `notes` if it is minor, otherwise they fail them. */
  readonly inSmoke?: 'notes' | 'no' | undefined;
  /** Whether it judges answers from a cache too, which prove nothing about their request. Default: false. */
  readonly judgesCached?: boolean | undefined;
  /** Whether it reports that an invalid request was accepted, which matters more than the content of the answer. Default: false. */
  readonly isAcceptance?: boolean | undefined;
  /** Whether leaving out the member may fix its findings. Default: false. */
  readonly isFixedByAbsence?: boolean | undefined;
  /** Whether a client throws for the answers that it reports. Default: false. */
  readonly isThrownByClient?: boolean | undefined;
  /** Whether its violations, or those of some classes, show a part of an answer that belongs to the other verdict. Default: false. */
  readonly contradictsVerdict?: boolean | readonly string[] | undefined;
  /** Returns the violations; none if the answers are correct or inconclusive. */
  readonly judge: (observed: ObservedCase, context: CheckContext) => readonly Violation[];
}

/** What a table of checks says of one of them. */
export type Rule = Omit<Check, 'name' | 'family'>;

/**
 * Creates checks of one family from a table of rules by their names. `needs` is the evidence that they need unless they name
 * other evidence, and `common` holds what else most of them have.
 */
export function defineChecks<Name extends string>(
  family: CheckFamily,
  needs: CheckNeed | undefined,
  rules: Readonly<Record<Name, Rule | ((name: string) => Rule)>>,
  common: Partial<Rule> = {},
): Readonly<Record<Name, Check>> {
  const names = Object.keys(rules) as Name[];
  const checks = names.map((name) => {
    const rule = rules[name];
    return [name, { name, family, needs, ...common, ...(typeof rule === 'function' ? rule(name) : rule) }];
  });
  return Object.fromEntries(checks);
}

/** Returns whether a violation of a class may also be an outage, see {@link Check.needsControl}. */
export function mayBeOutage({ needsControl }: Pick<Check, 'needsControl'>, kind: string): boolean {
  return isFor(needsControl, kind);
}

/** Returns whether a fact about a check is true for a class of its violations. */
export function isFor(classes: boolean | readonly string[] = false, kind: string): boolean {
  return typeof classes === 'boolean' ? classes : classes.includes(kind);
}

/** The `customSource` of checks that validate against the schemas of custom endpoints. */
export const customSchemaSource = 'the schema of {endpoint} (section 4.3)';

/** The `declaredSource` of checks that validate against the schemas of an extension. */
export const declaredSchemaSource = 'the extension of the deployment';

/** Returns the source of a check for a place in an answer of an endpoint. */
export function checkSource(
  { source, customSource = source, declaredSource = source }: Check,
  { endpoint, path }: { readonly endpoint: string; readonly path: string },
): string {
  if (!isBuiltIn(endpoint)) return customSource.replace('{endpoint}', endpoint);
  return isExtensionMember(endpoint, path) ? declaredSource : source;
}

/** The deployment's data that checks use. */
export interface CheckContext {
  readonly chains: ChainNames;
  readonly conventions: Conventions;
  readonly limits: CheckLimits;
  /** @internal Earlier answers of the campaign. Default: only those of the case. */
  readonly earlier?: EarlierAnswers | undefined;
  /** Endpoints besides the two built-in ones. Default: none. */
  readonly endpoints?: CustomEndpoints | undefined;
}

/** Limits of checks, each an option of a campaign. The defaults are assumptions; the interface states none (section 8). */
export const limitShape = {
  /** An answer that takes longer is slow, in milliseconds. Default: 5,000. */
  slowThresholdMs: integer(1, longestTimerMs)
    .default(5_000)
    .meta({ flag: '--slow-threshold <duration>', description: 'report an answer that takes longer as slow' }),
};

/** Limits of checks. */
export interface CheckLimits extends Readonly<z.output<z.ZodObject<typeof limitShape>>> {}

/** The default limits. */
export const defaultLimits: CheckLimits = z.object(limitShape).parse({});

const index = integer(0);

const violationSchema = strictObject({
  /** The index of the request that shows it, counted from 0 over all steps. */
  at: index,
  /**
   * The path of the value in the answer or in the request, with `[]` for any index and neutral names; `''` for the
   * whole.
   */
  path: z.string(),
  /**
   * The kind of violation, such as `status 500` or `string for integer`. It contains no values, so it is the same each
   * time.
   */
  class: z.string(),
  /** What was expected, to be read after "expected": `a gas estimate above zero for a success`. */
  expected: z.string(),
  /** What was received instead, to be read after "got": `none`. */
  received: z.string(),
  /** Whether `received` is the answer as a whole, which reports show anyway. Default: false. */
  isWholeAnswer: boolean().optional(),
  /** The index of the attempt that shows it, of those before a retry; absent if it is the last one. */
  attempt: index.optional(),
  /** The request of another case whose answer this one contradicts; absent if the case shows it by itself. */
  contradicts: caseRequestSchema.optional(),
});

/** A violation of the rule of a check. */
export interface Violation extends Readonly<z.output<typeof violationSchema>> {}

/** Returns a violation as one text: `expected …, got …`. */
export function violationText({ expected, received }: Pick<Violation, 'expected' | 'received'>): string {
  return `expected ${expected}, got ${received}`;
}

/** A violation and the check that found it. */
export interface CheckedViolation {
  readonly check: Check;
  readonly violation: Violation;
}

/** Custom endpoints by their names. */
export type CustomEndpoints = ReadonlyMap<string, Endpoint>;

/** What determines the endpoints of a deployment. */
export type EndpointContext = Pick<CheckContext, 'chains' | 'conventions' | 'endpoints'>;

/** Returns the built-in or custom endpoint of a deployment; undefined if there is none of this name. */
export function endpointOf(name: string, context: EndpointContext): Endpoint | undefined {
  return isBuiltIn(name) ? builtInsOf(context)[name] : context.endpoints?.get(name);
}
