import { type PhaseName, phaseNames } from '../checks/case/case-plan.js';
import { UsageError } from '../errors.js';
import { formatText } from '../internal/print.js';

/** The origin of a case of a campaign, which determines it. */
export interface CaseId {
  readonly seed: number;
  readonly phase: PhaseName;
  /** Its index in the phase, counted from 0. */
  readonly index: number;
}

/** Formats it as in reports: `7:valid/123`. */
export function formatCaseId({ seed, phase, index }: CaseId): string {
  return `${seed}:${phase}/${index}`;
}

/**
 * Parses the output of {@link formatCaseId}. Returns undefined for other texts.
 *
 * @throws {UsageError} for an unknown phase.
 */
export function parseCaseId(text: string): CaseId | undefined {
  const [, seed, phase = '', index] = /^(\d{1,15}):([a-z]+)\/(\d{1,15})$/.exec(text) ?? [];
  if (seed === undefined) return undefined;
  const known = phaseNames.find((name) => name === phase);
  if (known === undefined)
    throw new UsageError(
      `The case ${formatText(text)} has an unknown phase; the phases are ${phaseNames.join(', ')}`,
    );
  return { seed: Number(seed), phase: known, index: Number(index) };
}
