import type { Check } from '../case/check.js';
import { assetsNotConserved } from './assets-not-conserved.js';
import { calldataMismatch } from './calldata-mismatch.js';
import { duplicateOperationId } from './duplicate-operation-id.js';
import { feeContradiction } from './fee-contradiction.js';
import { gasMissing } from './gas-missing.js';
import { simulationChecks } from './simulations/simulation-checks.js';
import { timestampUnit } from './timestamp-unit.js';
import { duplicateTransaction, includedWithoutTransaction } from './transaction-checks.js';
import { unknownIncluded } from './unknown-included.js';
import { verdictContradictsError, wrongVerdict } from './verdict-checks.js';

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
  unknownIncluded,
  includedWithoutTransaction,
  duplicateTransaction,
  timestampUnit,
];
