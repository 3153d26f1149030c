import { type PhaseName, phaseNames } from '../../checks/case/case-plan.js';
import { oneOf } from '../values/one-of.js';
import { BadValue } from '../values/value-reader.js';

/** Reads the name of a phase. */
export const readPhaseName = oneOf(...phaseNames);

/** Reads the name of a phase and how many cases it shall run: `wire`, `wire=100`. */
export function readPhase(text: string): readonly [phase: PhaseName, cases: number | true] {
  const [, name = '', cases] = /^([^=]*)(?:=(.*))?$/.exec(text) ?? [];
  const phase = readPhaseName(name);
  if (cases === undefined) return [phase, true];
  if (/^\d{1,12}$/.test(cases)) return [phase, Number(cases)];
  throw new BadValue('must be a phase and a number of cases, such as wire=100');
}
