import type { CaseRelation, RelationName } from '../case/case-plan.js';
import type { Check } from '../case/check.js';
import type { ComparedMember } from './compared-members.js';
import { differingMembers } from './differing-members.js';

/** A relation between requests, and the members that it must not affect. */
interface Relation extends Pick<Check, 'about' | 'source'> {
  readonly name: RelationName;
  /** What differs from the base, in a few words. */
  readonly change: string;
  readonly members: readonly ComparedMember[];
}

/**
 * Creates the check of a relation. Pairs with the same second request are one repeated comparison: it differs only if it
 * differs from all first requests in the same way. A plan that repeats its base around a variant can thus distinguish the
 * effect of the variant from spontaneous changes.
 */
export function relationCheck({ name, about, source, change, members }: Relation): Check {
  return {
    name,
    family: 'metamorphic',
    severity: 'critical',
    about,
    source,
    judge({ plan: { relation }, observations }) {
      if (relation?.name !== name) return [];
      return [...basesByVariant(relation)].flatMap(([at, places]) => {
        const variant = observations[at]?.answer;
        const bases = places.flatMap((place) => observations[place]?.answer ?? []);
        if (variant === undefined || bases.length < places.length) return [];
        return differingMembers(bases, variant, members).map(({ path, base, other }) => ({
          at,
          path,
          class: path === '' ? 'status differs' : 'differs',
          message: `expected ${change} to change nothing, got ${path || 'status'} ${other} after ${base}`,
        }));
      });
    },
  };
}

function basesByVariant({ pairs }: CaseRelation): Map<number, number[]> {
  const bases = new Map<number, number[]>();
  for (const [base, variant] of pairs) bases.set(variant, [...(bases.get(variant) ?? []), base]);
  return bases;
}
