import type { Check } from '../../checks/case/check.js';
import { unknownIncluded } from '../../checks/meaning/unknown-included.js';
import { validRefused } from '../../checks/transport/valid-refused.js';
import { judgeAsked } from '../judging/judge-asked.js';
import type { Asked, SmokeOutcome, SmokeRun } from '../smoke-run.js';

const own: readonly Check[] = [unknownIncluded, validRefused];

/** Tells whether a check is about what is answered for an id that nobody has. */
export function aboutUnknownIds(check: Check): boolean {
  return own.includes(check);
}

/** Judges whether the observer knows what there is not, by its first answer. */
export function checkUnknownOperationId(run: SmokeRun): SmokeOutcome {
  return judgeAsked(run, run.first.inclusion as Asked, 'nothing is known of it', {
    accepts: aboutUnknownIds,
  });
}
