import type { Check } from '../../checks/case/check.js';
import { unknownIncluded } from '../../checks/meaning/unknown-included.js';
import { validRequestRejected } from '../../checks/transport/valid-request-rejected.js';
import { isExpectedAnswer } from '../judging/expected-answers.js';
import { judgeAnswer } from '../judging/judge-answer.js';
import type { Asked, SmokeOutcome, SmokeRun } from '../smoke-run.js';

const own: readonly Check[] = [unknownIncluded, validRequestRejected];

/** Returns whether a check concerns the answer for an unknown operation id. */
export function aboutUnknownIds(check: Check): boolean {
  return own.includes(check);
}

/**
 * Judges by the first answer whether the observer reports an unknown operation as known. An answer that is neither a 404
 * nor a record does not settle it.
 */
export function checkUnknownOperationId(run: SmokeRun): SmokeOutcome {
  const asked = run.first.inclusion as Asked;
  const judged = judgeAnswer(run, asked, 'answered as unknown', { accepts: aboutUnknownIds });
  if (judged.status !== 'passed' || isExpectedAnswer(run, asked)) return judged;
  const nothing = 'the answer does not say whether it is known';
  if (run.settings.operationIds.length === 0)
    return { status: 'skipped', message: `${nothing}: see inclusion-conformance` };
  // inclusion-conformance judged the answers for the configured operations, not this one.
  const whole = judgeAnswer(run, asked, nothing);
  return whole.status === 'passed' ? { ...whole, status: 'inconclusive' } : whole;
}
