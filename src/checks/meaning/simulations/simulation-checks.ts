import type { Check } from '../../case/check.js';
import { assetsCreated } from './assets-created.js';
import { otherError, otherMessages } from './call-outcome-checks.js';
import { callRecipient } from './call-recipient.js';
import { calldataEncoding } from './calldata-encoding.js';
import { burnedOrLocked, roundTrip } from './earlier-asset-checks.js';
import { feeIgnoresGas, feeParamsVary } from './fee-checks.js';
import { gasBelowTransaction, gasIgnoresCall } from './gas-checks.js';
import { memberFormat } from './member-format.js';
import { membersVary } from './members-vary.js';
import { ofAnotherRequest } from './of-another-request.js';
import { blockNumber, messageOfOtherVerdict, simulationChangesState } from './state-checks.js';

/** The checks of the values of simulations, within one answer and between those of a case, as they are listed. */
export const simulationChecks: readonly Check[] = [
  memberFormat,
  otherError,
  otherMessages,
  gasBelowTransaction,
  gasIgnoresCall,
  feeParamsVary,
  feeIgnoresGas,
  assetsCreated,
  roundTrip,
  burnedOrLocked,
  calldataEncoding,
  ofAnotherRequest,
  callRecipient,
  membersVary,
  messageOfOtherVerdict,
  blockNumber,
  simulationChangesState,
];
