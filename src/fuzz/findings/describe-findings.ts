import { caseRequests, isHttp, parseCaseId } from '../../case/case-plan.js';
import { checkSource, isFor } from '../../checks/check.js';
import { checkNamed } from '../../checks/known-checks.js';
import { evidenceOf } from '../../client/evidence.js';
import { wirePath } from '../../contract/dialect.js';
import { isExtensionMember } from '../../contract/extension.js';
import { toWireEnum } from '../../contract/names.js';
import { chainsOfVariables } from '../../deployment/environment.js';
import { counted, formatCount, formatDuration, formatText } from '../../internal/print.js';
import type { Confidence, Finding, FindingContext, Frequency, RecordedCall } from '../model/finding.js';
import { confidenceText, failsCampaign, isNotConfirmed, needsOthers } from '../model/finding-certainty.js';
import { conditionText } from './finding-condition.js';

/** Returns the class of a finding with the deployment's names of the chains. */
export function classText({ signature, variables }: Pick<Finding, 'signature' | 'variables'>): string {
  return toWireEnum(signature.class, chainsOfVariables(variables));
}

/**
 * Names a finding in one line: `schema: string for integer at response.outMessages[].shardsKey (simulate)`. Chains and fields
 * of a request have the names of the deployment; its signature has neutral ones, so that it is the same everywhere.
 */
export function findingTitle({ signature, variables }: Pick<Finding, 'signature' | 'variables'>): string {
  const { check, endpoint, path, condition } = signature;
  return formatText(
    `${check}: ${classText({ signature, variables })}${condition === undefined ? '' : `, ${condition}`}${path === '' ? '' : ` at ${wirePath(path, chainsOfVariables(variables))}`} (${endpoint})`,
    300,
  );
}

/** A name and a text about it. */
type FindingFact = readonly [name: string, text: string];

/**
 * Lists the facts of a finding: its check and the source of its rule, its certainty, what shows it, how often it was seen, its
 * case, and the trace of the request that shows it.
 */
export function findingFacts(finding: Finding): FindingFact[] {
  const { signature, condition, caseId, exchanges, at = -1 } = finding;
  const check = checkNamed(signature.check);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Check', check?.about],
    ['Source', check && `${checkSource(check, signature)}.`],
    ['Confidence', certainty(finding)],
    ['Shown by', condition && `valid calls ${conditionText(condition)}`],
    ['Seen', parseCaseId(caseId) && seen(finding)],
    ['Case', caseText(finding)],
    ['Trace ID', exchanges.at(at)?.traceId],
  ];
  return facts.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
}

/** Returns how many cases of a campaign showed the finding of a group that most of them showed. The same case may show several. */
export function occurrencesOf({ lead, others }: FindingGroup): number {
  return Math.max(...[lead, ...others].map(({ occurrences }) => occurrences));
}

/** Says what to do about a finding. */
export function adviceText(finding: Finding): string {
  return specialAdvice(finding) ?? advice[finding.confidence];
}

/** Says what to do about a finding if its kind, and not only its confidence, decides that; otherwise returns undefined. */
export function specialAdvice({
  confidence,
  context,
  isKnown,
  plan,
  at,
  exchanges,
  family,
  signature: { check, endpoint, path },
}: Finding): string | undefined {
  if (isKnown) return adviceForKnown;
  const isComparison = check === 'simulation-changes-state' || family === 'metamorphic';
  if (isComparison && failsCampaign({ isKnown, confidence }) && isExtensionMember(endpoint, path))
    return adviceForDeclared(path);
  if (confidence === 'flaky' && lacksCredentials(exchanges.at(at ?? -1))) return adviceForCredentials;
  if (confidence !== 'stable') return undefined;
  if (context !== undefined) return adviceInContext[context];
  const shown = caseRequests(plan).at(at ?? -1);
  return shown === undefined || isHttp(shown) ? undefined : adviceForRaw;
}

const advice: Readonly<Record<Confidence, string>> = {
  stable:
    'report it to the owners of the service, and replay it to see when it is fixed. To accept it until then, add it to a baseline (--write-baseline)',
  flaky:
    'replay it a few times, and look for state, ordering and load in the service: the same requests get different answers',
  'not-reproduced': 'check the logs of the service for that time',
  unconfirmed: 'replay it once the service is reachable again: this case may have crashed it',
};

const adviceForKnown = 'none needed: the baseline accepts it';

function adviceForDeclared(path: string): string {
  const name = path.slice(path.lastIndexOf('.') + 1);
  return `if ${name} may differ in every answer, add .meta({ volatile: true }) to its schema in the extension; otherwise report it to the owners of the service`;
}

const adviceForRaw =
  'fix the HTTP server that answers these bytes, or the proxy in front of it; to accept it, add it to a baseline (--write-baseline)';

const adviceForCredentials =
  'check whether the credentials expire, and whether one replica of the service rejects them';

const adviceInContext: Readonly<Record<FindingContext, string>> = {
  contradicted: 'look for caches and lagging replicas: two answers of the case contradict each other',
  predecessors: 'look for state that the service keeps: the requests before it in the case change its answer',
  concurrency: 'look for state that requests share: the concurrent requests of the case change its answer',
};

/** The case of a finding in a context includes the requests around it. */
const contextTexts: Readonly<Record<FindingContext, string>> = {
  contradicted: ' with the request whose answer it contradicts',
  predecessors: ' after the preceding requests',
  concurrency: ' with the concurrent requests',
};

function lacksCredentials({ response }: Partial<RecordedCall> = {}): boolean {
  return evidenceOf({ response }).cause === 'credentials';
}

function certainty(finding: Finding): string {
  const {
    confidence,
    runs: { of },
    context,
    predecessors,
    frequency,
  } = finding;
  const notAfter =
    predecessors === undefined || context !== undefined
      ? ''
      : `; replaying the ${counted(predecessors, 'preceding request')} did not help`;
  const showed = `${runsText(finding)}${notAfter}`;
  switch (confidence) {
    case 'stable':
      return `stable, ${showed}`;
    case 'flaky': {
      const why = needsOthers(finding) ? ', but only together with answers of other cases' : '';
      return `flaky, ${showed}${why}${frequency === undefined ? '' : `; ${frequencyText(frequency)} of the campaign showed it`}`;
    }
    case 'not-reproduced':
      return `not reproduced, ${showed}`;
    case 'unconfirmed':
      return of === 0
        ? 'unconfirmed, it was not rerun'
        : `unconfirmed, ${runsText({ runs: finding.runs })}, but the deployment stopped answering`;
  }
}

function runsText({
  runs: { shown, of },
  context,
  runsAlone,
}: Pick<Finding, 'runs' | 'context' | 'runsAlone'>): string {
  if (of === 0) return 'every rerun was inconclusive';
  const around = context === undefined ? '' : contextTexts[context];
  const alone = runsAlone === undefined ? '' : `, ${runsAlone.shown} of ${runsAlone.of} alone`;
  if (of === 1) return `one more run${around} ${shown === 0 ? 'did not show it' : 'showed it'}${alone}`;
  const runs = shown === of ? `all ${of}` : `${shown === 0 ? 'none' : shown} of ${of}`;
  return `${runs} runs${around} showed it${alone}`;
}

/** `10 of 100 valid requests`. */
function frequencyText({ shown, of, requests }: Frequency): string {
  return `${formatCount(shown)} of ${formatCount(of)} ${requests}`;
}

function seen({ occurrences, caseId, firstSeenMs }: Finding): string {
  const after = `after ${formatDuration(firstSeenMs)}`;
  return occurrences === 1
    ? `in 1 case, ${caseId}, ${after}`
    : `in ${formatCount(occurrences)} cases such as ${caseId}, first ${after}`;
}

function caseText({ plan: { phase, kind }, exchanges, shrinks }: Finding): string {
  const shrunk = shrinks === 0 ? '' : `, shrunk in ${counted(shrinks, 'step')}`;
  return `${phase}, ${kind}: ${counted(exchanges.length, 'request')}${shrunk}`;
}

/** Findings with one cause. */
export interface FindingGroup {
  /** The first one, which is reported whole. */
  readonly lead: Finding;
  /** The others, in the same order. */
  readonly others: readonly Finding[];
}

/** Findings that have effects on others: these have the same cause. */
interface Cause {
  readonly isCause: (finding: Finding) => boolean;
  readonly isEffect: (finding: Finding) => boolean;
  /** Whether several such findings have causes of their own: effects are those of the first. Default: they have one. */
  readonly areApart?: true;
  /** The checks that say what it is, the best one first. */
  readonly leads: readonly string[];
}

/** The causes whose effects show in more than one member, the most far-reaching first. */
const causes: readonly Cause[] = [
  {
    // A request gets the answer to another one, in which anything may be wrong.
    isCause: (finding) => finding.signature.check === 'cross-request-leak' && isVarying(finding),
    isEffect: (finding) => finding.family !== 'transport' && isVarying(finding),
    leads: ['cross-request-leak'],
  },
  {
    // Whatever else the answer says belongs to the other verdict.
    isCause: ({ signature }) => signature.path === 'response.simulationStatus',
    isEffect: ({ signature }) => contradictsVerdict(signature),
    leads: ['wrong-verdict', 'determinism'],
  },
  {
    // A comparison of two valid requests shows the rejection of one as well.
    isCause: ({ signature }) => signature.check === 'valid-request-rejected',
    isEffect: ({ signature, plan, exchanges }) =>
      signature.class === 'status differs' &&
      plan.relation?.pairs.flat().some((at) => isRejection(exchanges[at])) === true,
    leads: ['valid-request-rejected'],
  },
  {
    // The body of a server error is what the server, or the proxy before it, writes when it fails.
    isCause: ({ signature }) => signature.check === 'server-error',
    isEffect: ({ signature, at, exchanges }) =>
      signature.check === 'error-without-message' && statusOf(exchanges.at(at ?? -1)) >= 500,
    areApart: true,
    leads: ['server-error'],
  },
];

function statusOf({ response }: Partial<RecordedCall> = {}): number {
  return response?.status ?? 0;
}

function isRejection(call: RecordedCall | undefined): boolean {
  const status = statusOf(call);
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** Returns whether a finding is about a part of an answer that belongs to the other verdict. */
export function contradictsVerdict({ check, class: kind }: Finding['signature']): boolean {
  return isFor(checkNamed(check)?.contradictsVerdict, kind);
}

/** Whether its case alone does not always show a finding: the same request gets different answers. */
function isVarying({ confidence, context }: Finding): boolean {
  return confidence !== 'stable' || context !== undefined;
}

/**
 * Groups findings by cause: missing validation of an endpoint; answers with one defect of form in any member; answers with
 * one wrong member, whichever checks show it; what {@link causes} lists. New, unconfirmed, not reproduced and known findings
 * are never in one group.
 *
 * @param findings - Sorted; the first of a group leads it, unless its cause has another lead.
 */
export function findingGroups(findings: readonly Finding[]): FindingGroup[] {
  const scopeOf = ({ isKnown, confidence, signature: { endpoint } }: Finding): string =>
    `${isKnown ? 'known' : failsCampaign({ isKnown, confidence }) ? 'new' : confidence} ${endpoint}`;
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const scope = scopeOf(finding);
    const others = findings.filter((other) => scopeOf(other) === scope);
    const at = causes.findIndex(
      ({ isCause, isEffect }) => (isCause(finding) || isEffect(finding)) && others.some(isCause),
    );
    const cause = `${scope} ${keyOf(finding, others, at)}`;
    groups.set(cause, sortedByLead([...(groups.get(cause) ?? []), finding], causes[at]?.leads));
  }
  return [...groups.values()].map(([lead, ...others]) => ({ lead: lead as Finding, others }));
}

/** Returns what findings with one cause have in common: the row of their cause, or else parts of their signatures. */
function keyOf(finding: Finding, others: readonly Finding[], at: number): string {
  const cause = causes[at];
  if (cause === undefined) return causeOf(finding);
  if (cause.areApart !== true) return String(at);
  return causeOf(cause.isCause(finding) ? finding : (others.find(cause.isCause) as Finding));
}

function sortedByLead(findings: Finding[], leads: readonly string[] = []): Finding[] {
  const rank = ({ signature: { check } }: Finding): number =>
    leads.includes(check) ? leads.indexOf(check) : leads.length;
  return findings.sort((one, other) => rank(one) - rank(other));
}

/** Returns the parts of a signature that findings with one cause share, see {@link Check.oneCause}. */
function causeOf({ family, signature: { check, endpoint, path, class: kind } }: Finding): string {
  const { oneCause = family === 'transport' ? 'class' : 'member' } = checkNamed(check) ?? {};
  if (oneCause === 'member' && path !== '') return `${endpoint} ${path}`;
  if (family === 'metamorphic') return `${endpoint} ${kind}`;
  return oneCause === 'check' ? `${endpoint} ${check}` : `${endpoint} ${check} ${kind}`;
}

/** The message of a group: that of its lead, and how many others there are. */
export function groupMessage({ lead, others }: FindingGroup): string {
  return others.length === 0
    ? lead.message
    : `${lead.message} (and ${others.length} more, probably with the same cause)`;
}

/** Lists the other findings of a group: id, certainty, and what distinguishes each from the lead. */
export function placesOf({ lead, others }: FindingGroup): [id: string, certainty: string, place: string][] {
  return others.map(({ signature, variables, ...finding }) => {
    const { check, path } = signature;
    const name = check === lead.signature.check ? '' : `${check}: `;
    const place = path === '' ? '' : ` at ${wirePath(path, chainsOfVariables(variables))}`;
    return [
      finding.id,
      confidenceText(finding),
      formatText(`${name}${classText({ signature, variables })}${place}`, 200),
    ];
  });
}

/**
 * Counts findings by their effect on a campaign, each cause once, as tables of findings list them:
 * `1 new finding (97 places), 2 not confirmed`.
 */
export function findingsText(findings: readonly Finding[]): string {
  const groups = findingGroups(findings);
  const failing = groups.filter(({ lead }) => failsCampaign(lead));
  const known = groups.filter(({ lead }) => lead.isKnown);
  const open = groups.filter(({ lead }) => isNotConfirmed(lead));
  return [
    failing.length === 0
      ? 'nothing new was found'
      : `${counted(failing.length, 'new finding')}${placesCount(failing)}`,
    ...(open.length === 0 ? [] : [`${open.length} not confirmed${placesCount(open)}`]),
    ...(known.length === 0 ? [] : [`${known.length} known${placesCount(known)}`]),
  ].join(', ');
}

/** Counts the findings of groups, if there are more of them. */
function placesCount(groups: readonly FindingGroup[]): string {
  const places = groups.reduce((sum, { others }) => sum + 1 + others.length, 0);
  return places > groups.length ? ` (${places} places)` : '';
}
