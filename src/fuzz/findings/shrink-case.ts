import type { PhaseCase } from '../phases/phase.js';
import type { Look, Shown } from './look.js';

/** A case that shows a finding, and the run that showed it. */
export interface ShowingCase extends Shown {
  readonly phaseCase: PhaseCase;
  /** How many times it got simpler. */
  readonly shrinks: number;
}

/**
 * Looks for a simpler case that still shows the same: takes the first that does, and goes on from there, until none does
 * or `mayGoOn` says that the budget is used up.
 */
export async function shrinkCase(
  start: ShowingCase,
  look: (phaseCase: PhaseCase) => Promise<Look>,
  mayGoOn: () => boolean,
): Promise<ShowingCase> {
  let simplest = start;
  for (;;) {
    const simpler = await firstThatShows(simplest, look, mayGoOn);
    if (simpler === undefined) return simplest;
    simplest = simpler;
  }
}

async function firstThatShows(
  { phaseCase, shrinks }: ShowingCase,
  look: (phaseCase: PhaseCase) => Promise<Look>,
  mayGoOn: () => boolean,
): Promise<ShowingCase | undefined> {
  for (const simpler of phaseCase.shrinks()) {
    if (!mayGoOn()) return undefined;
    const seen = await look(simpler);
    if (seen.kind === 'shown')
      return { phaseCase: simpler, shrinks: shrinks + 1, message: seen.message, exchanges: seen.exchanges };
  }
  return undefined;
}
