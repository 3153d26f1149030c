import { evidenceIn } from '../case/inconclusive-answers.js';
import {
  type Check,
  type CheckedViolation,
  checkSource,
  severities,
  violationText,
} from '../checks/check.js';
import { curlCommand, exchangeLines } from '../client/exchange-text.js';
import { isExtensionMember } from '../contract/extension.js';
import { inclusionVerdict } from '../contract/verdicts.js';
import type { Exchange } from '../deployment/exchange.js';
import { isBuiltIn } from '../endpoint/built-in.js';
import { anyIndex, formatText } from '../internal/print.js';
import { labelled } from '../internal/terminal.js';
import { isExpectedAnswer, violationKey, whyInconclusive } from './send-observed.js';
import { otherClock } from './server-clock.js';
import type { JudgedRequest, SmokeOutcome, SmokeRun } from './smoke-run.js';

/** Options of a judgement. */
interface JudgeOptions {
  /** The checks to apply. Default: all checks of transport and meaning, except those of latency. */
  readonly accepts?: (check: Check) => boolean;
}

/**
 * Returns the outcome of an answer. Minor violations become notes. A request without an answer that can be judged is
 * inconclusive, and so is a cached answer, whatever it says.
 *
 * @param passed - The message if nothing is wrong.
 */
export function judgeAnswer(
  run: SmokeRun,
  sent: JudgedRequest,
  passed: string,
  { accepts = () => true }: JudgeOptions = {},
): SmokeOutcome {
  const { call, observation, outage } = sent;
  const { exchange } = call;
  const found = sent.found.filter(({ check }) => accepts(check));
  const isNote = ({ check }: CheckedViolation): boolean =>
    check.severity === 'minor' ||
    check.inSmoke === 'notes' ||
    (check.name === 'undocumented-status' && isOpenStatus(observation));
  const failing = found.filter((one) => !isNote(one)).sort(bySeverity);
  const notes = found
    .filter(isNote)
    .map(({ check, violation }) => `${exchange.redact(violationText(violation))} (${check.name})`);
  const [worst, ...others] = failing;
  const { endpoint } = observation.request;
  const { kind, cause } = evidenceIn(observation);
  if (cause === 'cache' || outage !== undefined || (worst === undefined && kind === 'no-verdict'))
    return { ...inconclusive(run, sent), notes };
  if (worst === undefined) {
    const skew = otherClock(run, sent);
    return skew === undefined
      ? { status: 'passed', message: passed, notes }
      : withExchange(sent, { status: 'failed', message: skew, cause: 'other-clock' });
  }
  return {
    status: 'failed',
    message: textOf(worst, exchange),
    details: [
      ...others.map((other) => labelled('Also', textOf(other, exchange))),
      ...exchangeDetails(exchange, sent.label),
      labelled('Source', checkSource(worst.check, { endpoint, path: worst.violation.path })),
    ],
    ...(worst.check.declaredSource !== undefined &&
      isExtensionMember(endpoint, worst.violation.path) && { advice: adviceForDeclared }),
    traceId: exchange.traceId,
    notes,
    cause: worst.check.name,
  };
}

/**
 * Judges an answer to a request that was sent before: passed if it is of the expected kind, has no new violation, and does
 * not contradict the one before.
 */
export function judgeAgain(run: SmokeRun, sent: JudgedRequest): SmokeOutcome {
  // Problems of the first answer are reported with it.
  const found = sent.found.filter((one) => sent.before === undefined || !sent.atFirst.has(violationKey(one)));
  const judged = judgeAnswer(run, { ...sent, found }, '');
  if (judged.status !== 'passed') return judged;
  if (isExpectedAnswer(run, sent)) return contradiction(run, sent) ?? judged;
  const { request, answer } = sent.observation;
  const what =
    found.length < sent.found.length
      ? 'the first answer had the same problem'
      : `the answer, status ${answer?.status}, is not a ${request.endpoint === 'simulate' ? 'verdict' : 'record'}`;
  return withExchange(sent, {
    status: 'inconclusive',
    message: `${what}, so latency is not judged`,
    cause: 'no-verdict',
  });
}

/** Returns the failure of a query that is answered in two ways. An operation that was pending may have moved on. */
function contradiction(run: SmokeRun, sent: JudgedRequest): SmokeOutcome | undefined {
  const { before } = sent;
  if (
    before === undefined ||
    sent.observation.request.endpoint === 'simulate' ||
    !isExpectedAnswer(run, before)
  )
    return undefined;
  const [was, is] = [before, sent].map((one) => meaningOf(run, one));
  if (was === is || was === 'a pending operation' || was?.startsWith(undecidedRecord)) return undefined;
  const message = `the same request was answered with ${was} before, and now with ${is}`;
  return withExchange(sent, { status: 'failed', message, cause: 'determinism' });
}

/** What an expected answer says. */
function meaningOf({ deployment }: SmokeRun, { call, observation }: JudgedRequest): string {
  const { inclusion } = observation.answer ?? {};
  if (inclusion === undefined) return 'status 404';
  const verdict = inclusionVerdict(inclusion, deployment.conventions);
  if (verdict === 'included' && inclusion.success === false) return 'an included operation that failed';
  if (verdict !== 'unknown') return recordTexts[verdict];
  const { stage } = inclusion;
  return `${undecidedRecord}, ${stage === undefined ? 'without a stage' : `stage ${call.exchange.redact(formatText(deployment.dialect.toWireName(stage)))}`}`;
}

const undecidedRecord = 'a record that does not say whether it is included';

const recordTexts = {
  included: 'an included operation',
  rejected: 'a rejected operation',
  pending: 'a pending operation',
  'not-applicable': 'an operation that ends on the destination chain',
} as const;

/** The interface does not show which 4xx status rejects a request (section 7); custom endpoints declare theirs. */
function isOpenStatus({ request, answer }: JudgedRequest['observation']): boolean {
  return isBuiltIn(request.endpoint) && answer !== undefined && answer.status >= 400 && answer.status < 500;
}

const adviceForDeclared =
  'compare the extension with what the service answers; crosscheck fuzz finds other differences';

/** An accepted invalid request matters more than the content of its answer. A verdict that changed outranks a wrong one. */
function bySeverity(one: CheckedViolation, other: CheckedViolation): number {
  const rank = ({
    check: { name, isAcceptance, severity },
    violation: { path },
  }: CheckedViolation): number => {
    if (isAcceptance) return -2;
    return name === 'determinism' && path === 'response.simulationStatus' ? -1 : severities.indexOf(severity);
  };
  return rank(one) - rank(other);
}

function textOf({ check, violation }: CheckedViolation, exchange: Exchange): string {
  const where = violation.path === '' ? '' : ` at ${violation.path}`;
  const text = violationText(violation);
  const isNamed = where === '' || anyIndex(text).includes(violation.path);
  return exchange.redact(`${text}${isNamed ? '' : where} (${check.name})`);
}

/** Adds the request and its answer to an outcome. */
export function withExchange(
  { call, label }: Pick<JudgedRequest, 'call' | 'label'>,
  outcome: SmokeOutcome,
): SmokeOutcome {
  return { ...outcome, details: exchangeDetails(call.exchange, label), traceId: call.exchange.traceId };
}

/** Returns the outcome of a request that proves nothing. */
export function inconclusive(run: SmokeRun, sent: JudgedRequest): SmokeOutcome {
  const { endpoint, call, outage } = sent;
  const { summary, advice } = outage ?? whyInconclusive(run, endpoint, call);
  return withExchange(sent, { status: 'inconclusive', message: summary, advice });
}

/** Longer commands are not worth copying. */
const longestCommand = 2_000;

/** Describes an exchange: the request, the answer, and the curl command that repeats the request. No secrets. */
export function exchangeDetails(exchange: Exchange, label?: string): string[] {
  const command = curlCommand(exchange, { credentials: 'variables', includeHead: true });
  // A truncated or escaped command would send a different request.
  const isWhole = command.length <= longestCommand && formatText(command, longestCommand) === command;
  return [...exchangeLines(exchange, label), ...(isWhole ? [labelled('Repeat', command)] : [])];
}
