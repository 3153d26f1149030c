import type { RelationName } from '../../../checks/case/case-plan.js';
import type { Conventions } from '../../../contract/conventions.js';
import { formats } from '../../../contract/formats.js';
import { withTexts } from '../../../contract/request-places.js';
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

/** If formats are open, it is unknown which texts are equivalent. */
const ofPractice: readonly RelationName[] = [
  'absent-or-default',
  'split-amounts',
  'address-case',
  'address-form',
];

/** Returns whether the conventions state that the requests of a relation are equivalent. */
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

/** The variations of each relation. Relations about other requests before or beside it leave the base request unchanged. */
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
