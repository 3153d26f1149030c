import fc, { type Arbitrary } from 'fast-check';
import type { SimulationVerdict } from '../../../checks/simulation-verdict.js';
import type { DebugInfo, FeeParams, OutMessage, Simulation } from '../../../contract/responses.js';
import { members } from '../../drawing/members.js';
import { alphaAddress } from '../../values/alpha-address.js';
import { hexBytes } from '../../values/hex-bytes.js';
import { tokenAmount } from '../../values/token-amount.js';
import { answerInteger } from '../answer-integer.js';
import { answerText } from '../answer-text.js';
import { oneOfOrdered } from '../one-of-ordered.js';
import type { Presence } from '../presence.js';
import { outMessages } from './out-messages.js';

/** What depends on the verdict. */
interface VerdictFields {
  readonly estimatedGas: Arbitrary<bigint | undefined>;
  readonly outMessages: Arbitrary<OutMessage[]>;
  readonly simulationError: Arbitrary<string | undefined>;
  readonly simulationStatus: Arbitrary<boolean | undefined>;
}

/** Gives simulations with a verdict; with `any`, such as may contradict themselves. Section 2.2. */
export function simulationOf(verdict: SimulationVerdict | 'any', presence: Presence): Arbitrary<Simulation> {
  const { optional, nullable } = presence;
  const fields = verdictFields(verdict, presence);
  // The weights make every combination of absent, null and empty come within 2,000 answers, also around filled lists.
  return members<Simulation>({
    debugInfo: nullable(debugInfo(presence), 1),
    estimatedGas: fields.estimatedGas,
    estimatedJettonFeeAmount: optional(tokenAmount()),
    feeParams: nullable(feeParams(presence), 1),
    message: optional(answerText()),
    outMessages: nullable(fields.outMessages, 6),
    simulationError: fields.simulationError,
    simulationStatus: fields.simulationStatus,
  });
}

/** Tells whether verdict, error text, gas and messages agree, as those of each verdict do. */
export function isConsistent(simulation: Simulation): boolean {
  const { estimatedGas, outMessages, simulationError, simulationStatus } = simulation;
  if (simulationStatus === true) return !simulationError && estimatedGas !== 0n;
  const sendsNothing = (outMessages ?? []).length === 0;
  return sendsNothing && (simulationStatus === undefined || !!simulationError);
}

function verdictFields(verdict: SimulationVerdict | 'any', presence: Presence): VerdictFields {
  const { optional } = presence;
  const noMessages = fc.array(fc.constant<OutMessage>({}), { maxLength: 0 });
  switch (verdict) {
    case 'success':
      return {
        estimatedGas: optional(answerInteger(1n)),
        outMessages: outMessages(presence),
        simulationError: optional(fc.constant('')),
        simulationStatus: fc.constant(true),
      };
    case 'failure':
      return {
        estimatedGas: optional(answerInteger()),
        outMessages: noMessages,
        simulationError: answerText(1),
        simulationStatus: fc.constant(false),
      };
    case 'none':
      return {
        estimatedGas: optional(answerInteger()),
        outMessages: noMessages,
        simulationError: optional(answerText()),
        simulationStatus: fc.constant(undefined),
      };
    case 'any':
      return {
        estimatedGas: optional(answerInteger()),
        outMessages: outMessages(presence),
        simulationError: optional(answerText()),
        simulationStatus: optional(oneOfOrdered([true, false])),
      };
  }
}

function debugInfo({ optional }: Presence): Arbitrary<DebugInfo> {
  return members<DebugInfo>({
    blockNumber: optional(answerInteger()),
    callData: optional(hexBytes({ maxLength: 64 })),
    from: optional(alphaAddress()),
    to: optional(alphaAddress()),
  });
}

function feeParams({ optional }: Presence): Arbitrary<FeeParams> {
  return members<FeeParams>({
    currentBaseFee: optional(tokenAmount()),
    isEip1559: optional(fc.boolean()),
    suggestedGasPrice: optional(tokenAmount()),
    suggestedGasTip: optional(tokenAmount()),
  });
}
