import { wirePath } from '../../contract/dialect.js';
import { chainsOfVariables } from '../../deployment/environment.js';
import { formatText } from '../../internal/print.js';
import type { Finding } from './finding.js';
import { failsCampaign, labelText } from './finding-certainty.js';

/** Findings with one cause. */
export interface FindingGroup {
  /** The worst, which is reported whole. */
  readonly lead: Finding;
  /** The others, worst first. */
  readonly others: readonly Finding[];
}

/** Checks that find missing validation, whichever the field and the mutation. */
const ofValidation: readonly string[] = ['invalid-request-accepted', 'operation-id-accepted'];

/**
 * Groups findings by cause and by whether they fail the campaign, worst first: missing validation of an endpoint; answers with one defect of form in any member;
 * answers with one wrong member, whichever checks show it.
 *
 * @param findings - Sorted, worst first.
 */
export function findingGroups(findings: readonly Finding[]): FindingGroup[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    // What a baseline knows, or what is not confirmed, must not hide below a finding that counts.
    const cause = `${failsCampaign(finding)} ${causeOf(finding)}`;
    groups.set(cause, [...(groups.get(cause) ?? []), finding]);
  }
  return [...groups.values()].map(([lead, ...others]) => ({ lead: lead as Finding, others }));
}

function causeOf({ family, signature: { check, endpoint, path, class: kind } }: Finding): string {
  if (ofValidation.includes(check)) return `${endpoint} ${check}`;
  return family === 'transport' || path === '' ? `${endpoint} ${check} ${kind}` : `${endpoint} ${path}`;
}

/** Lists the other findings of a group, a line each: id, certainty, and what distinguishes it. None if there are no others. */
export function placesText({ others }: FindingGroup): string[] {
  if (others.length === 0) return [];
  const rows = others.map((finding) => [finding.id, labelText(finding), placeText(finding)] as const);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column as 0 | 1].length)));
  const lines = rows.map(
    ([id, certainty, place]) =>
      `  ${id.padEnd(widths[0] ?? 0)}  ${certainty.padEnd(widths[1] ?? 0)}  ${place}`,
  );
  return [`Also:       ${others.length} more, probably with the same cause`, ...lines];
}

function placeText({ signature, variables }: Finding): string {
  const { check, path, class: kind } = signature;
  const place = path === '' ? '' : ` at ${wirePath(path, chainsOfVariables(variables))}`;
  return formatText(`${ofValidation.includes(check) ? '' : `${check}: `}${kind}${place}`, 200);
}
