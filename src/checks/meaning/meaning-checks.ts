import type { Check } from '../case/check.js';
import { duplicateOperationId } from './duplicate-operation-id.js';
import { simulationChecks } from './simulations/simulation-checks.js';
import {
  duplicateTransaction,
  includedWithoutTransaction,
  timestampUnit,
  unknownOperationFound,
} from './single-record-checks.js';
import {
  assetsNotConserved,
  calldataMismatch,
  feeContradiction,
  gasMissing,
  verdictContradictsError,
  wrongVerdict,
} from './single-simulation-checks.js';

/** The checks of what answers mean, in the order in which they are listed. */
export const meaningChecks: readonly Check[] = [
  wrongVerdict,
  verdictContradictsError,
  gasMissing,
  feeContradiction,
  calldataMismatch,
  assetsNotConserved,
  duplicateOperationId,
  ...simulationChecks,
  unknownOperationFound,
  includedWithoutTransaction,
  duplicateTransaction,
  timestampUnit,
];
