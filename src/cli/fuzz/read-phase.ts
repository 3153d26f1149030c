import { type PhaseName, phaseNames } from '../../checks/case/case-plan.js';
import { casesOfPhase } from '../../fuzz/campaign-options.js';
import { oneOf } from '../values/one-of.js';
import { BadValue } from '../values/value-reader.js';

/** Reads the name of a phase. */
export const readPhaseName = oneOf(...phaseNames);

/** Reads a phase, or a phase and its number of cases: `wire`, `wire=100`. */
export function readPhase(text: string): PhaseName | readonly [PhaseName, number] {
  const [, name = '', cases] = /^([^=]*)(?:=(.*))?$/.exec(text) ?? [];
  const phase = readPhaseName(name);
  if (cases === undefined) return phase;
  if (/^\d+$/.test(cases) && casesOfPhase.safeParse(Number(cases)).success) return [phase, Number(cases)];
  throw new BadValue('must be a phase and a number of cases, such as wire=100');
}
