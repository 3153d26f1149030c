import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';
import {
  type OutMessage,
  outMessageFields,
  type Simulation,
  type SimulationResponse,
  simulationFields,
} from '../../contract/responses.js';
import type { SimulationVerdict } from '../../contract/verdicts.js';
import { boolean, choice } from '../../internal/options.js';
import { members, oneOfOrdered, shrunkWithoutContext } from '../values/combinators.js';
import { parseArbitraryOptions } from '../values/options.js';
import {
  alwaysPresent,
  type Presence,
  responseInteger,
  responseObject,
  responseText,
  sometimesPresent,
} from './response-values.js';

const responseShape = {
  /** Only responses with this verdict; `none` has no `simulationStatus`. Default: all three. */
  verdict: choice('success', 'failure', 'none').optional(),
  /** Every field is present, and none is null; arrays may be empty. Default: false. */
  complete: boolean().default(false),
};

/** What {@link simulationResponse} generates. */
export interface SimulationResponseOptions extends Readonly<z.input<z.ZodObject<typeof responseShape>>> {}

const responseOptions = z
  .strictObject(responseShape)
  .refine(({ verdict, complete }) => !(complete && verdict === 'none'), {
    path: ['complete'],
    message: "contradicts the verdict 'none', in which simulationStatus is absent",
  });

/**
 * Returns an arbitrary of the body of a simulation's answer, to test code that reads it. Each field may be absent, or null if
 * the interface allows that; arrays may be empty; integers, as bigints, may exceed 2^53; texts may have multi-byte characters.
 * A success has no error text, and its gas, if present, is above 0. A failure has an error text and no messages (assumption).
 * Fee fields need not add up, and addresses belong to no account. `jsonText` of `crosscheck/contract` writes a body.
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
  const presence = complete ? alwaysPresent : sometimesPresent;
  const response =
    verdict === undefined ? simulationOfAnyVerdict(presence, complete) : simulationOf(verdict, presence);
  return members<SimulationResponse>({ response });
}

/** Returns an arbitrary that shrinks across verdicts: the simplest failing simulation may have no verdict. */
function simulationOfAnyVerdict(presence: Presence, isComplete: boolean): Arbitrary<Simulation> {
  return shrunkWithoutContext(
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

/** Returns an arbitrary of simulations with a verdict. With `any`, their members may contradict each other. Section 2.2. */
function simulationOf(verdict: SimulationVerdict | 'any', presence: Presence): Arbitrary<Simulation> {
  const { outMessages, ...fields } = verdictFields(verdict, presence);
  // With this weight, 2,000 responses have every combination of absent, null and empty, also around filled lists.
  return responseObject<Simulation>(simulationFields, presence, {
    ...fields,
    outMessages: presence.nullable(outMessages, 6),
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

/** Outgoing messages: none, one, many. Section 2.2, `response.outMessages`. */
function outMessages(presence: Presence): Arbitrary<OutMessage[]> {
  return fc.array(responseObject<OutMessage>(outMessageFields, presence), { maxLength: 4 });
}
