import { knownChecks } from '../../checks/known-checks.js';
import { wirePath } from '../../contract/dialect.js';
import { chainsOfVariables } from '../../deployment/environment.js';
import { formatText } from '../../internal/print.js';
import type { Finding } from './finding.js';
import { confidenceText, failsCampaign } from './finding-certainty.js';

/** Findings with one cause. */
export interface FindingGroup {
  /** The first one, which is reported whole. */
  readonly lead: Finding;
  /** The others, in the same order. */
  readonly others: readonly Finding[];
}

/**
 * Groups findings by cause: missing validation of an endpoint; answers with one defect of form in any member; answers with
 * one wrong member, whichever checks show it. New, unconfirmed, not reproduced and known findings are never in one group.
 *
 * @param findings - Sorted; the first of a group leads it.
 */
export function findingGroups(findings: readonly Finding[]): FindingGroup[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const { isKnown, confidence } = finding;
    const kind = isKnown ? 'known' : failsCampaign(finding) ? 'new' : confidence;
    const cause = `${kind} ${causeOf(finding)}`;
    groups.set(cause, [...(groups.get(cause) ?? []), finding]);
  }
  return [...groups.values()].map(([lead, ...others]) => ({ lead: lead as Finding, others }));
}

/** Returns the parts of a signature that findings with one cause share, see {@link Check.oneCause}. */
function causeOf({ family, signature: { check, endpoint, path, class: kind } }: Finding): string {
  const { oneCause = family === 'transport' ? 'class' : 'member' } =
    knownChecks.find(({ name }) => name === check) ?? {};
  if (oneCause === 'member' && path !== '') return `${endpoint} ${path}`;
  return oneCause === 'check' ? `${endpoint} ${check}` : `${endpoint} ${check} ${kind}`;
}

/** The message of a group: that of its lead, and how many others there are. */
export function groupMessage({ lead, others }: FindingGroup): string {
  return others.length === 0
    ? lead.message
    : `${lead.message} (and ${others.length} more, probably with one cause)`;
}

/** Lists the other findings of a group: id, certainty, and what distinguishes each from the lead. */
export function placesOf({ lead, others }: FindingGroup): [id: string, certainty: string, place: string][] {
  return others.map(({ signature, variables, ...finding }) => {
    const { check, path, class: kind } = signature;
    const name = check === lead.signature.check ? '' : `${check}: `;
    const place = path === '' ? '' : ` at ${wirePath(path, chainsOfVariables(variables))}`;
    return [finding.id, confidenceText(finding), formatText(`${name}${kind}${place}`, 200)];
  });
}

/** Lists the other findings of a group as a table in a text. Returns no line if there are none. */
export function placesText(group: FindingGroup): string[] {
  const rows = placesOf(group);
  if (rows.length === 0) return [];
  const [ids, certainties] = [0, 1].map((column) =>
    Math.max(...rows.map((row) => row[column as 0 | 1].length)),
  );
  const lines = rows.map(
    ([id, certainty, place]) => `  ${id.padEnd(ids ?? 0)}  ${certainty.padEnd(certainties ?? 0)}  ${place}`,
  );
  return [`Also:       ${rows.length} more, probably with the same cause`, ...lines];
}
