import type { RequestConventions } from '../../request/request-constraints.js';
import { alphaAddressFaults } from './alpha-address-faults.js';
import { betaAddressFaults } from './beta-address-faults.js';
import { decimalFaults } from './decimal-faults.js';
import type { FaultRow } from './fault-row.js';
import { hexFaults } from './hex-faults.js';
import { memberCaseFaults } from './member-case-faults.js';
import { memberFaults, methodlessFault } from './member-faults.js';
import { methodFaults } from './method-faults.js';
import { rawTextFaults } from './raw-text-faults.js';
import type { RequestExamples } from './request-examples.js';
import type { ValueFault } from './request-fault.js';
import { requestPlaces } from './request-places.js';
import { shapeFaults } from './shape-faults.js';
import { textFaults } from './text-faults.js';

const formFaults: readonly ValueFault[] = [
  ...textFaults,
  ...decimalFaults,
  ...hexFaults,
  ...alphaAddressFaults,
  ...betaAddressFaults,
  ...methodFaults,
];

/** Lists every fault at every place where the conventions make it one. */
export function faultRows(conventions: RequestConventions, examples: RequestExamples): FaultRow[] {
  const isChecked = conventions.requestValidation === 'strict';
  return [
    ...memberFaults(conventions),
    ...memberCaseFaults(conventions),
    ...shapeFaults.flatMap(rowsOf),
    ...(isChecked ? [...formFaults.flatMap(rowsOf), methodlessFault(conventions)] : []),
    ...rawTextFaults(conventions, examples),
  ];
}

function rowsOf({ fault, reason, at }: ValueFault): FaultRow[] {
  return Object.entries(requestPlaces).flatMap(([path, kind]) => {
    const bad = at[kind];
    return bad === undefined ? [] : [{ fault, path, reason, bad }];
  });
}
