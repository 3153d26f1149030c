import { type Check, severities } from '../../checks/case/check.js';
import { knownChecks } from '../../checks/known-checks.js';

const nameWidth = Math.max(...knownChecks.map(({ name }) => name.length));
const severityWidth = Math.max(...severities.map(({ length }) => length));

/** Lists every check: two lines each, under a heading for each family, or JSON on one line. */
export function listChecks({ json }: { readonly json: boolean }): string {
  if (json) return `${JSON.stringify(knownChecks.map(described))}\n`;
  const families = [...new Set(knownChecks.map(({ family }) => family))];
  return families.map(familyText).join('\n');
}

function described({ name, family, severity, about, source }: Check): Omit<Check, 'judge'> {
  return { name, family, severity, about, source };
}

function familyText(family: Check['family']): string {
  const checks = knownChecks.filter((check) => check.family === family);
  return `${family.toUpperCase()}\n${checks.map(checkText).join('')}`;
}

function checkText({ name, severity, about, source }: Check): string {
  const start = `${name.padEnd(nameWidth)}  ${severity.padEnd(severityWidth)}  `;
  return `${start}${about}\n${' '.repeat(start.length)}Source: ${source}.\n`;
}
