import type { RelationName } from '../../../checks/case/case-plan.js';
import type { Conventions } from '../../../contract/conventions.js';
import { formats } from '../../../contract/formats.js';
import { withTexts } from '../../../contract/simulation-request.js';
import { absentOrDefault } from './absent-or-default.js';
import { otherAssetOrders } from './asset-order.js';
import { otherKeyOrders } from './key-order.js';
import { splitAmounts } from './split-amounts.js';
import type { Variation } from './variation.js';

const asItIs: Variation = ({ request }) => [() => request];

/** All addresses of a format in one spelling, for each spelling in which they are not all already. Source: practice. */
const addressSpellings = (name: 'alphaAddress' | 'betaAddress'): Variation => {
  const { name: format, spellings, examples } = formats[name];
  return ({ request }) =>
    spellings(examples[0]).flatMap((_, index) => {
      const respelt = withTexts(
        request,
        ({ name }) => name === format,
        (text) => spellings(text)[index] ?? text,
      );
      return respelt === request ? [] : [() => respelt];
    });
};

/** Where formats are open, nobody knows which texts mean the same. */
const ofPractice: readonly RelationName[] = [
  'absent-or-default',
  'split-amounts',
  'address-case',
  'address-form',
];

/** Tells whether conventions say that the requests of a relation mean the same. */
export function isRelationKnown(
  name: RelationName,
  { requestValidation }: Pick<Conventions, 'requestValidation'>,
): boolean {
  return requestValidation === 'strict' || !ofPractice.includes(name);
}

const inPractice =
  (variation: Variation): Variation =>
  (call, conventions) =>
    conventions.requestValidation === 'strict' ? variation(call, conventions) : [];

/** What each relation makes of the base request; those about what runs before or beside it leave it as it is. */
export const variations: Readonly<Record<RelationName, Variation>> = {
  determinism: asItIs,
  'key-order': otherKeyOrders,
  'absent-or-default': inPractice(absentOrDefault),
  'asset-order': otherAssetOrders,
  'split-amounts': inPractice(splitAmounts),
  'address-case': inPractice(addressSpellings('alphaAddress')),
  'address-form': inPractice(addressSpellings('betaAddress')),
  isolation: asItIs,
  concurrency: asItIs,
};
