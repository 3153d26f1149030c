import type { Check } from '../../case/check.js';
import { assetsCreated } from './assets-created.js';
import { unexpectedError, unexpectedMessages } from './call-outcome-checks.js';
import { callRecipient } from './call-recipient.js';
import { calldataEncoding } from './calldata-encoding.js';
import { crossRequestLeak } from './cross-request-leak.js';
import { burnLockMismatch, roundTripGains } from './earlier-asset-checks.js';
import { feeIgnoresGas, unstableFeeParams } from './fee-checks.js';
import { gasBelowMinimum, gasIgnoresCall } from './gas-checks.js';
import { memberFormat } from './member-format.js';
import { blockNumber, messageContradictsVerdict, simulationChangesState } from './state-checks.js';
import { unstableMembers } from './unstable-members.js';

/** The checks of the values of simulations, within one answer and between those of a case, as they are listed. */
export const simulationChecks: readonly Check[] = [
  memberFormat,
  unexpectedError,
  unexpectedMessages,
  gasBelowMinimum,
  gasIgnoresCall,
  unstableFeeParams,
  feeIgnoresGas,
  assetsCreated,
  roundTripGains,
  burnLockMismatch,
  calldataEncoding,
  crossRequestLeak,
  callRecipient,
  unstableMembers,
  messageContradictsVerdict,
  blockNumber,
  simulationChangesState,
];
