import type { Check } from '../../checks/case/check.js';
import { unknownIncluded } from '../../checks/meaning/unknown-included.js';
import { validRequestRejected } from '../../checks/transport/valid-request-rejected.js';
import { judgeAnswer } from '../judging/judge-answer.js';
import type { Asked, SmokeOutcome, SmokeRun } from '../smoke-run.js';
import { observerMissing } from './bad-requests.js';

const own: readonly Check[] = [unknownIncluded, validRequestRejected];

/** Tells whether a check is about what is answered for an id that nobody has. */
export function aboutUnknownIds(check: Check): boolean {
  return own.includes(check);
}

/**
 * Judges whether the observer knows what there is not, by its first answer. One that is neither a 404 nor a record says
 * nothing of it.
 */
export function checkUnknownOperationId(run: SmokeRun): SmokeOutcome {
  if (run.isObserverMissing) return observerMissing;
  const asked = run.first.inclusion as Asked;
  const judged = judgeAnswer(run, asked, 'nothing is known of it', { accepts: aboutUnknownIds });
  const { answer } = asked.observation;
  if (judged.status !== 'passed' || answer?.status === 404 || answer?.inclusion !== undefined) return judged;
  const nothing = 'the answer does not say whether it is known';
  if (run.settings.operationIds.length === 0)
    return { status: 'skipped', message: `${nothing}: see inclusion-conformance` };
  // There another answer was judged.
  const whole = judgeAnswer(run, asked, nothing);
  return whole.status === 'passed' ? { ...whole, status: 'inconclusive' } : whole;
}
