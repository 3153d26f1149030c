import { type PhaseName, phaseNames } from '../checks/case/case-plan.js';
import { UsageError } from '../errors.js';
import { formatText } from '../internal/print.js';

/** Where a case of a campaign comes from; it is derived from this alone. */
export interface CaseId {
  readonly seed: number;
  readonly phase: PhaseName;
  /** Its index in the phase, counted from 0. */
  readonly index: number;
}

/** Writes it as reports do: `7:valid/123`. */
export function formatCaseId({ seed, phase, index }: CaseId): string {
  return `${seed}:${phase}/${index}`;
}

/**
 * Reads what {@link formatCaseId} wrote; undefined when it is something else.
 *
 * @throws {UsageError} for a phase that there is not.
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
