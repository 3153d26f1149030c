import { allCoverageClasses } from '../../fuzz/coverage-classes.js';
import type { Counts } from '../summary/report-summary.js';

/** How often a request had something, by what of the request it is about. */
export interface CoverageGroup {
  readonly field: string;
  readonly classes: readonly { readonly name: string; readonly requests: number }[];
}

/** Groups coverageClasses by their field, those that no request had among them: they were never tried. */
export function coverageOf(coverageClasses: Counts): CoverageGroup[] {
  const groups = new Map<string, { name: string; requests: number }[]>();
  for (const coverageClass of new Set([...allCoverageClasses(), ...Object.keys(coverageClasses)])) {
    const [field = '', ...rest] = coverageClass.split(': ');
    const classes = groups.get(field) ?? [];
    classes.push({ name: rest.join(': '), requests: coverageClasses[coverageClass] ?? 0 });
    groups.set(field, classes);
  }
  return [...groups].map(([field, classes]) => ({ field, classes }));
}
