import { connectionFaults } from './connection-faults.js';
import { consensusFaultKinds } from './consensus-fault-kinds.js';
import type { FaultKind } from './fault-kind.js';
import type { FaultName } from './fault-names.js';
import { historyFaults } from './history-faults.js';
import { membersFaults } from './members-faults.js';
import { replacementFaults } from './replacement-faults.js';
import { textFaults } from './text-faults.js';
import { timingFaults } from './timing-faults.js';

/** Each fault by its name. */
export const faultKinds: Readonly<Record<FaultName, FaultKind>> = {
  ...timingFaults,
  ...connectionFaults,
  ...replacementFaults,
  ...textFaults,
  ...membersFaults,
  ...historyFaults,
  ...consensusFaultKinds,
};
