import { connectionFaults } from './connection-faults.js';
import { consensusFaultKinds } from './consensus-fault-kinds.js';
import { crossRequestFaults } from './cross-request-faults.js';
import type { FaultKind } from './fault-kind.js';
import type { FaultName } from './fault-names.js';
import { headFaults } from './head-faults.js';
import { historyFaults } from './history-faults.js';
import { leakFaults } from './leak-faults.js';
import { memberFaults } from './member-faults.js';
import { misreadRequestFaults } from './misread-request-faults.js';
import { missingValidationFaults } from './missing-validation-faults.js';
import { recordFaults } from './record-faults.js';
import { blockOrderFaults, mixedUpRecordFaults, recordOrderFaults } from './record-order-faults.js';
import { recordTextFaults } from './record-text-faults.js';
import { rejectionFaults } from './rejection-faults.js';
import { replacementFaults } from './replacement-faults.js';
import { simulationFaults } from './simulation-faults.js';
import { simulationValueFaults } from './simulation-value-faults.js';
import { textFaults } from './text-faults.js';
import { timingFaults } from './timing-faults.js';

/** Each fault by its name. */
export const faultKinds: Readonly<Record<FaultName, FaultKind>> = {
  ...headFaults,
  ...missingValidationFaults,
  ...misreadRequestFaults,
  ...leakFaults,
  ...timingFaults,
  ...connectionFaults,
  ...replacementFaults,
  ...rejectionFaults,
  ...simulationFaults,
  ...simulationValueFaults,
  ...crossRequestFaults,
  ...textFaults,
  ...memberFaults,
  ...historyFaults,
  ...recordFaults,
  ...recordOrderFaults,
  ...mixedUpRecordFaults,
  ...recordTextFaults,
  ...blockOrderFaults,
  ...consensusFaultKinds,
};
