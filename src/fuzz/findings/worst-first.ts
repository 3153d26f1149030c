import { severities } from '../../checks/case/check.js';
import type { Finding } from './finding.js';

/** Orders findings by severity; of the same severity they stay in the order in which they were seen. */
export function worstFirst(findings: Iterable<Finding>): Finding[] {
  return [...findings].sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}
