import { printText } from '../../internal/print.js';
import type { Finding } from './finding.js';

/** Names a finding in one line: `schema: string for integer at response.outMessages[].shardsKey (simulate)`. */
export function findingTitle({ signature }: Pick<Finding, 'signature'>): string {
  const { check, operation, path, class: kind } = signature;
  return printText(`${check}: ${kind}${path === '' ? '' : ` at ${path}`} (${operation})`, 300);
}
