import { type PhaseName, phaseNames } from '../../checks/case/case-plan.js';

/** Which phases run: `true`, `false` or a number of cases for each. Phases that are not named run. */
export type PhaseSelection = Readonly<Partial<Record<PhaseName, boolean | number | undefined>>>;

/** A selection, or a list of the phases that run, by name or with a number of cases: `['smoke', ['valid', 50]]`. */
export type PhaseChoice = PhaseSelection | readonly (PhaseName | readonly [PhaseName, number])[];

/** Returns a choice as a selection. */
export function phaseSelection(choice: PhaseChoice): PhaseSelection {
  if (!isList(choice)) return choice;
  const only = new Map<PhaseName, number | true>(
    choice.map((entry) => (typeof entry === 'string' ? [entry, true] : entry)),
  );
  return Object.fromEntries(phaseNames.map((name) => [name, only.get(name) ?? false]));
}

/** `Array.isArray` does not narrow read-only lists. */
function isList(choice: PhaseChoice): choice is Exclude<PhaseChoice, PhaseSelection> {
  return Array.isArray(choice);
}
