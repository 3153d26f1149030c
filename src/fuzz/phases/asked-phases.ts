import { type PhaseName, phaseNames } from '../../checks/case/case-plan.js';

/** Which phases to run: for each false, true, or how many cases; those that are not named run. */
export type AskedPhases = Readonly<Partial<Record<PhaseName, boolean | number | undefined>>>;

/** The same, or a list of the only ones to run, each by its name, or with how many cases: `['smoke', ['valid', 50]]`. */
export type PhaseChoice = AskedPhases | readonly (PhaseName | readonly [PhaseName, number])[];

/** Says for each phase what a choice says of it. */
export function askedPhases(choice: PhaseChoice): AskedPhases {
  if (!isList(choice)) return choice;
  const only = new Map<PhaseName, number | true>(
    choice.map((entry) => (typeof entry === 'string' ? [entry, true] : entry)),
  );
  return Object.fromEntries(phaseNames.map((name) => [name, only.get(name) ?? false]));
}

/** `Array.isArray` does not tell lists that are read-only apart. */
function isList(choice: PhaseChoice): choice is Exclude<PhaseChoice, AskedPhases> {
  return Array.isArray(choice);
}
