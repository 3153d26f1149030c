import { bodyBytes, caseRequests } from '../../checks/case/case-plan.js';
import type { Finding } from './finding.js';

/** A body that is too long for a command line. */
interface BodyFile {
  /** The index of its request, counted from 0 over all steps. */
  readonly at: number;
  /** `schema-1f3a9c2b40-1.body`: the finding, and the number of the request. */
  readonly name: string;
  readonly bytes: Buffer;
}

const longestInline = 2_000;

/** Returns the bodies of a finding's case that its curl command reads from files. */
export function bodyFilesOf({ id, plan }: Pick<Finding, 'id' | 'plan'>): BodyFile[] {
  return caseRequests(plan).flatMap((request, at) => {
    if ('wire' in request || request.body === undefined) return [];
    const bytes = bodyBytes(request.body);
    return bytes.length > longestInline ? [{ at, name: `${id}-${at + 1}.body`, bytes }] : [];
  });
}
