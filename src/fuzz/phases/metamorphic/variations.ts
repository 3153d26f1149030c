import type { RelationName } from '../../../checks/case/case-plan.js';
import type { Conventions } from '../../../contract/conventions.js';
import { absentOrDefault } from './absent-or-default.js';
import { otherAddressCases, otherAddressForms } from './address-spellings.js';
import { otherAssetOrders } from './asset-order.js';
import { otherKeyOrders } from './key-order.js';
import { splitAmounts } from './split-amounts.js';
import type { Variation } from './variation.js';

const asItIs: Variation = ({ request }) => [() => request];

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
  'same-request-twice': asItIs,
  'key-order': otherKeyOrders,
  'absent-or-default': inPractice(absentOrDefault),
  'asset-order': otherAssetOrders,
  'split-amounts': inPractice(splitAmounts),
  'address-case': inPractice(otherAddressCases),
  'address-form': inPractice(otherAddressForms),
  'unrelated-request-between': asItIs,
  concurrency: asItIs,
};
