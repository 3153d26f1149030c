import { wirePath } from '../../contract/dialect.js';
import { chainsOfVariables } from '../../deployment/environment.js';
import { formatText } from '../../internal/print.js';
import type { Finding } from './finding.js';

/**
 * Names a finding in one line: `schema: string for integer at response.outMessages[].shardsKey (simulate)`. Fields of a
 * request have the names of the deployment; its signature has neutral ones, so that it is the same everywhere.
 */
export function findingTitle({ signature, variables }: Pick<Finding, 'signature' | 'variables'>): string {
  const { check, endpoint, path, class: kind, condition } = signature;
  return formatText(
    `${check}: ${kind}${condition === undefined ? '' : `, ${condition}`}${path === '' ? '' : ` at ${wirePath(path, chainsOfVariables(variables))}`} (${endpoint})`,
    300,
  );
}
