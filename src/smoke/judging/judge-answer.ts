import { type Check, type CheckedViolation, severities } from '../../checks/case/check.js';
import { evidenceIn } from '../../checks/case/inconclusive-answers.js';
import { defaultLimits } from '../../checks/case/limits.js';
import { judgeCase } from '../../checks/judge-case.js';
import { meaningChecks } from '../../checks/meaning/meaning-checks.js';
import { transportChecks } from '../../checks/transport/transport-checks.js';
import { undocumentedStatus } from '../../checks/transport/undocumented-status.js';
import type { Exchange } from '../../client/exchange.js';
import type { BuiltInEndpointName } from '../../endpoint/built-in.js';
import { isBuiltIn } from '../../endpoint/built-in.js';
import { singleRequestCase } from '../../fuzz/phases/single-request-case.js';
import type { Asked, SmokeOutcome, SmokeRun } from '../smoke-run.js';
import { checkAdvice } from './check-advice.js';
import { exchangeDetails } from './exchange-details.js';
import { inconclusive } from './inconclusive-outcome.js';

/** Smoke runs have their own latency budgets, and cannot distinguish a gateway failure from an outage. */
const answerChecks: readonly Check[] = [...transportChecks, ...meaningChecks].filter(
  ({ name, needsControl }) => name !== 'slow-response' && !needsControl,
);

/** Options of a judgement. */
interface JudgeOptions {
  /** The checks to apply. Default: all checks of transport and meaning, except those of latency. */
  readonly accepts?: (check: Check) => boolean;
}

/**
 * Judges the answer to a request with the checks of campaigns. Minor violations become notes. A request without an answer
 * that can be judged is inconclusive, and so is a cached answer, whatever it says.
 *
 * @param passed - The message if nothing is wrong.
 */
export function judgeAnswer(
  run: SmokeRun,
  asked: Asked,
  passed: string,
  { accepts = () => true }: JudgeOptions = {},
): SmokeOutcome {
  const { chains, conventions } = run.deployment;
  const { call, observation } = asked;
  const { exchange } = call;
  const found = judgeCase(
    { plan: singleRequestCase('smoke', 'smoke', observation.request), observations: [observation] },
    { chains, conventions, limits: defaultLimits },
    answerChecks.filter(accepts),
  );
  const isNote = ({ check }: CheckedViolation): boolean =>
    check.severity === 'minor' || (check === undocumentedStatus && isOpenStatus(observation));
  const failing = found.filter((one) => !isNote(one)).sort(gravestFirst);
  const notes = found
    .filter(isNote)
    .map(({ check, violation }) => `Note:      ${exchange.redact(violation.message)} (${check.name})`);
  const [worst, ...others] = failing;
  const { kind, cause } = evidenceIn(observation);
  if (cause === 'cache' || (worst === undefined && kind === 'no-verdict')) {
    const { endpoint } = observation.request;
    const outcome = inconclusive(run.endpoints[endpoint as BuiltInEndpointName], call, run.settings);
    return { ...outcome, details: [...(outcome.details ?? []), ...notes] };
  }
  if (worst === undefined) return { status: 'passed', message: passed, details: notes };
  return {
    status: 'failed',
    message: textOf(worst, exchange),
    details: [
      ...others.map((other) => `Also:      ${textOf(other, exchange)}`),
      ...exchangeDetails(exchange),
      `Source:    ${worst.check.source}`,
      ...notes,
    ],
    advice: checkAdvice(worst.check.name, observation.request.endpoint),
  };
}

/** The interface does not show which 4xx status rejects a request (section 7); custom endpoints declare theirs. */
function isOpenStatus({ request, answer }: Asked['observation']): boolean {
  return isBuiltIn(request.endpoint) && answer !== undefined && answer.status >= 400 && answer.status < 500;
}

/** An accepted invalid request matters more than the content of its answer. */
function gravestFirst({ check: one }: CheckedViolation, { check: other }: CheckedViolation): number {
  const rank = ({ name, severity }: Check): number =>
    /accepted$/.test(name) ? -1 : severities.indexOf(severity);
  return rank(one) - rank(other);
}

function textOf({ check, violation }: CheckedViolation, exchange: Exchange): string {
  const where = violation.path === '' ? '' : ` at ${violation.path}`;
  const isNamed = where === '' || violation.message.includes(violation.path);
  return exchange.redact(`${violation.message}${isNamed ? '' : where} (${check.name})`);
}
