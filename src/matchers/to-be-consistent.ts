import { currentDeployment, deploymentRule } from '../deployment/current-deployment.js';
import type { Deployment } from '../deployment/deployment.js';
import { InconclusiveError } from '../errors.js';
import { unixNowMs } from '../internal/clock.js';
import { optionFaults, refuseFaults } from '../internal/options.js';
import { printDuration, printText } from '../internal/print.js';
import {
  asReceived,
  deploymentOf,
  formatTimeline,
  type Inconsistency,
  inconsistenciesIn,
  isRecord,
  type PollResult,
  type Timeline,
} from '../polling/timeline.js';
import { assertionMessage } from './assertion-message.js';
import { refuseOtherDeployment } from './deployment-of-result.js';
import type { MatcherContext, MatcherResult } from './matcher-context.js';
import { wrongSubject } from './subject.js';

/** What `toBeConsistent` takes. */
export interface AdvanceOptions {
  /**
   * The deployment whose stages are in order. Default: the one that the timeline was seen at, else the one in force. One
   * with other addresses than the timeline was seen at is refused.
   */
  readonly deployment?: Deployment | undefined;
}

/**
 * Asserts that a history can be right: no stage goes back, no timestamp decreases, no transaction vanishes, and what is
 * included stays included. Takes a timeline, or the outcome or error of a wait, which has one. Negated: that something
 * in it cannot be right. Asks nobody. Assumption, see practice.
 *
 * Throws an `InconclusiveError` in both polarities when no look saw anything that can be judged: 404s only, or no stage that
 * the deployment names.
 */
export function toBeConsistent(
  this: MatcherContext,
  received: Timeline | { readonly timeline: Timeline },
  options: AdvanceOptions = {},
): MatcherResult {
  refuseFaults('toBeConsistent has bad options', optionFaults(options, { deployment: deploymentRule }));
  const history = historyOf(received);
  refuseOtherDeployment('toBeConsistent', history, options.deployment, 'observerUrl');
  const lines = [
    `Expected:   ${this.isNot ? 'something that cannot be right' : 'no step back'}`,
    `Timeline:   ${formatTimeline(history)}`,
  ];
  if (!history.some(({ result }) => result.verdict !== undefined)) {
    throw new InconclusiveError({ summary: 'The timeline has no look that saw anything', details: lines });
  }
  const { stages, timestampUnit } = (options.deployment ?? deploymentOf(history) ?? currentDeployment())
    .conventions;
  const found = inconsistenciesIn(history, stages, { unit: timestampUnit, nowMs: unixNowMs() });
  const findings = withFindingsOf(received, found);
  if (findings.length === 0 && !history.some(({ result }) => canBeJudged(asReceived(result), stages))) {
    const summary =
      'No look saw the operation at a stage that the deployment names: nothing can be told of its order';
    throw new InconclusiveError({ summary, details: lines });
  }
  const findingLines = findings.map(
    ({ atMs, message }) => `Finding:    +${printDuration(atMs)} ${printText(message)}`,
  );
  return {
    pass: findings.length === 0,
    message: () => assertionMessage('timeline', this.isNot, 'toBeConsistent()', [...lines, ...findingLines]),
  };
}

/** Without an order of stages there is still the order of timestamps and transactions; of a 404 there is neither. */
function canBeJudged(result: PollResult, stages: readonly string[]): boolean {
  if (!isRecord(result)) return false;
  const isPlaced = result.stage !== undefined && stages.includes(result.stage);
  return (
    isPlaced || (stages.length === 0 && (result.timestamp !== undefined || result.transactions !== undefined))
  );
}

/** What a wait found at the time counts too: a timestamp that was in the future then may not be now. */
function withFindingsOf(received: unknown, found: readonly Inconsistency[]): readonly Inconsistency[] {
  const { inconsistencies } = received as { inconsistencies?: unknown };
  if (!Array.isArray(inconsistencies)) return found;
  const earlier = (inconsistencies as Inconsistency[]).filter(
    ({ kind, atMs }) =>
      kind === 'timestamp-in-future' && !found.some((one) => one.kind === kind && one.atMs === atMs),
  );
  return [...found, ...earlier];
}

function historyOf(received: Timeline | { readonly timeline: Timeline }): Timeline {
  const history = (received as Partial<{ timeline: Timeline }> | null | undefined)?.timeline ?? received;
  if (Array.isArray(history) && history.every(isPoll)) return history;
  throw wrongSubject('toBeConsistent', 'a timeline, or what waitForInclusion gave or threw', received);
}

function isPoll(value: unknown): boolean {
  return typeof (value as { result?: unknown } | null)?.result === 'object';
}
