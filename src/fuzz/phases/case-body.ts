import { isUtf8 } from 'node:buffer';
import type { CaseBody } from '../../checks/case/case-plan.js';

/** Returns bytes as a body of a plan: as text if they are UTF-8. */
export function caseBody(bytes: Buffer): CaseBody {
  return isUtf8(bytes) ? bytes.toString() : { base64: bytes.toString('base64') };
}
