import { createHash } from 'node:crypto';
import { type CasePlan, caseRequests } from '../../checks/case/case-plan.js';
import type { CheckedViolation } from '../../checks/case/check.js';
import type { Signature } from './finding.js';

/** Returns the signature of a violation, which does not depend on the case. */
export function signatureOf({ check, violation }: CheckedViolation, plan: CasePlan): Signature {
  const request = caseRequests(plan)[violation.at];
  if (request === undefined)
    throw new RangeError(
      `the check ${check.name} found fault with request ${violation.at}, which there is not`,
    );
  return {
    check: check.name,
    endpoint: request.endpoint,
    path: violation.path,
    class: violation.class,
  };
}

/** Returns the id of a signature: the check and ten hex digits, `schema-1f3a9c2b40`. */
export function findingId({ check, endpoint, path, class: kind, condition }: Signature): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([check, endpoint, path, kind, ...(condition === undefined ? [] : [condition])]))
    .digest('hex');
  return `${check}-${digest.slice(0, 10)}`;
}

/** Returns the id of a signature without its condition: what one run of a case can show. */
export function generalId(signature: Signature): string {
  return findingId({ ...signature, condition: undefined });
}
