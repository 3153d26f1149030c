import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';
import type {
  DebugInfo,
  FeeParams,
  OutMessage,
  Simulation,
  SimulationResponse,
  TokenAmount,
} from '../../contract/responses.js';
import type { SimulationVerdict } from '../../contract/verdicts.js';
import { boolean, choice } from '../../internal/options.js';
import { constantsOr, members, oneOfOrdered, shrunkAfresh } from '../combinators.js';
import { parseArbitraryOptions } from '../options.js';
import { alphaAddress, betaAddress, hexBytes, operationId, tokenAmount } from '../values.js';
import {
  alwaysThere,
  type Presence,
  responseInteger,
  responseList,
  responseText,
  sometimesThere,
} from './response-values.js';

/** What {@link simulationResponse} generates. */
export interface SimulationResponseOptions {
  /** Only responses with this verdict; `none` has no `simulationStatus`. Default: all three. */
  readonly verdict?: SimulationVerdict | undefined;
  /** Every field is there, and none is null; arrays may be empty. Default: false. */
  readonly complete?: boolean | undefined;
}

const responseOptions = z
  .strictObject({
    verdict: choice('success', 'failure', 'none').optional(),
    complete: boolean().default(false),
  })
  .refine(({ verdict, complete }) => !(complete && verdict === 'none'), {
    path: ['complete'],
    message: 'contradicts verdict, which is none: without a verdict simulationStatus is left out',
  });

/**
 * Returns an arbitrary of the bodies of a simulation's response, to test what reads them: every field absent or there, null
 * where it may be, arrays empty and filled, integers beyond 2^53 as bigints, texts of many bytes a character. A true verdict
 * has no error text, and gas above 0 where gas is there; a false one has a text; messages go out only on success
 * (assumption). Fee fields do not add up, and addresses are nobody's. `jsonText` of `crosscheck/contract` writes a body.
 * Section 2.2.
 *
 * @throws {UsageError} for an option that is unknown or invalid, and for `complete` without a verdict.
 * @example
 * import { simulationResponse } from 'crosscheck/arbitraries';
 * import { jsonText } from 'crosscheck/contract';
 * import fc from 'fast-check';
 *
 * fc.assert(fc.property(simulationResponse({ verdict: 'failure' }), (body) => jsonText(body).includes('false')));
 */
export function simulationResponse(options: SimulationResponseOptions = {}): Arbitrary<SimulationResponse> {
  const { verdict, complete } = parseArbitraryOptions('simulationResponse', responseOptions, options);
  const presence = complete ? alwaysThere : sometimesThere;
  const response =
    verdict === undefined ? simulationOfAnyVerdict(presence, complete) : simulationOf(verdict, presence);
  return members<SimulationResponse>({ response });
}

/** Shrinks across verdicts: the simplest failing simulation may have no verdict. */
function simulationOfAnyVerdict(presence: Presence, isComplete: boolean): Arbitrary<Simulation> {
  return shrunkAfresh(
    fc.oneof(
      { arbitrary: simulationOf('success', presence), weight: 4 },
      { arbitrary: simulationOf('failure', presence), weight: 2 },
      { arbitrary: simulationOf(isComplete ? 'failure' : 'none', presence), weight: 1 },
    ),
    simulationOf('any', presence).filter(isConsistent),
  );
}

/** Returns whether verdict, error text, gas and messages agree. */
function isConsistent(simulation: Simulation): boolean {
  const { estimatedGas, outMessages, simulationError, simulationStatus } = simulation;
  if (simulationStatus === true) return !simulationError && estimatedGas !== 0n;
  const sendsNothing = (outMessages ?? []).length === 0;
  return sendsNothing && (simulationStatus === undefined || !!simulationError);
}

/** Simulations with a verdict; with `any`, such as may contradict themselves. Section 2.2. */
function simulationOf(verdict: SimulationVerdict | 'any', presence: Presence): Arbitrary<Simulation> {
  const { optional, nullable } = presence;
  const fields = verdictFields(verdict, presence);
  // The weights make every combination of absent, null and empty come within 2,000 responses, also around filled lists.
  return members<Simulation>({
    debugInfo: nullable(debugInfo(presence), 1),
    estimatedGas: fields.estimatedGas,
    estimatedJettonFeeAmount: optional(tokenAmount()),
    feeParams: nullable(feeParams(presence), 1),
    message: optional(responseText()),
    outMessages: nullable(fields.outMessages, 6),
    simulationError: fields.simulationError,
    simulationStatus: fields.simulationStatus,
  });
}

/** The fields that depend on the verdict. */
interface VerdictFields {
  readonly estimatedGas: Arbitrary<bigint | undefined>;
  readonly outMessages: Arbitrary<OutMessage[]>;
  readonly simulationError: Arbitrary<string | undefined>;
  readonly simulationStatus: Arbitrary<boolean | undefined>;
}

function verdictFields(verdict: SimulationVerdict | 'any', presence: Presence): VerdictFields {
  const { optional } = presence;
  const noMessages = fc.array(fc.constant<OutMessage>({}), { maxLength: 0 });
  switch (verdict) {
    case 'success':
      return {
        estimatedGas: optional(responseInteger(1n)),
        outMessages: outMessages(presence),
        simulationError: optional(fc.constant('')),
        simulationStatus: fc.constant(true),
      };
    case 'failure':
      return {
        estimatedGas: optional(responseInteger()),
        outMessages: noMessages,
        simulationError: responseText(1),
        simulationStatus: fc.constant(false),
      };
    case 'none':
      return {
        estimatedGas: optional(responseInteger()),
        outMessages: noMessages,
        simulationError: optional(responseText()),
        simulationStatus: fc.constant(undefined),
      };
    case 'any':
      return {
        estimatedGas: optional(responseInteger()),
        outMessages: outMessages(presence),
        simulationError: optional(responseText()),
        simulationStatus: optional(oneOfOrdered([true, false])),
      };
  }
}

function debugInfo({ optional }: Presence): Arbitrary<DebugInfo> {
  return members<DebugInfo>({
    blockNumber: optional(responseInteger()),
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

/** Outgoing messages: none, one, many. Section 2.2, `response.outMessages`. */
function outMessages(presence: Presence): Arbitrary<OutMessage[]> {
  const { optional, nullable } = presence;
  const message = members<OutMessage>({
    callerAddress: optional(alphaAddress()),
    operationId: optional(operationId()),
    payload: optional(hexBytes({ maxLength: 64 })),
    shardsKey: optional(responseInteger()),
    targetAddress: optional(betaAddress()),
    tokensBurned: nullable(tokens(presence)),
    tokensLocked: nullable(tokens(presence)),
  });
  return fc.array(message, { maxLength: 4 });
}

function tokens({ optional }: Presence): Arbitrary<TokenAmount[]> {
  const token = members<TokenAmount>({
    amount: optional(tokenAmount()),
    tokenAddress: optional(constantsOr([''], betaAddress(), 3)),
  });
  return responseList(token, 2);
}
