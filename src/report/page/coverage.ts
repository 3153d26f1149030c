import { allTraits } from '../../fuzz/traits.js';
import type { Counts } from '../summary/report-summary.js';

/** How often a request had something, by what of the request it is about. */
export interface CoverageGroup {
  readonly field: string;
  readonly classes: readonly { readonly name: string; readonly requests: number }[];
}

/** Groups traits by their field, those that no request had among them: they were never tried. */
export function coverageOf(traits: Counts): CoverageGroup[] {
  const groups = new Map<string, { name: string; requests: number }[]>();
  for (const trait of new Set([...allTraits(), ...Object.keys(traits)])) {
    const [field = '', ...rest] = trait.split(': ');
    const classes = groups.get(field) ?? [];
    classes.push({ name: rest.join(': '), requests: traits[trait] ?? 0 });
    groups.set(field, classes);
  }
  return [...groups].map(([field, classes]) => ({ field, classes }));
}
