import { z } from 'zod';
import { staleError } from '../client/evidence.js';
import type { SimulationResult } from '../client/results.js';
import { isChainFieldName } from '../contract/dialect.js';
import type { ExtendedOutMessage, ExtendedSimulation, Extension } from '../contract/extension.js';
import { isWithin } from '../contract/integer-range.js';
import { type OutMessage, outMessageFields, simulationFields } from '../contract/responses.js';
import { type LooseSimulationRequest, requestFieldPaths } from '../contract/simulation-request.js';
import { contradictsItself, simulationVerdict } from '../contract/verdicts.js';
import { definedDeployment } from '../deployment/deployment.js';
import { InconclusiveError, UsageError } from '../errors.js';
import { isPlainObject } from '../internal/objects.js';
import { abortSignal, parseOptions } from '../internal/options.js';
import { counted, formatValue } from '../internal/print.js';
import { labelled } from '../internal/terminal.js';
import {
  checkedReason,
  type FailureReason,
  formatReason,
  isAboutText,
  isContractError,
  isReasonUndecided,
  reasonDifferences,
} from './failure-reason.js';
import { type Assertion, matcher, type Verdict } from './matcher.js';
import {
  type ClosestValue,
  checkedPattern,
  differenceLines,
  formatPattern,
  type Pattern,
  patternVerdict,
} from './pattern.js';
import {
  type Amount,
  amountArgument,
  type EndForm,
  type Ends,
  formatRange,
  integerRange,
  receivedAmount,
} from './ranges.js';
import { type Judged, outcomeText, simulationLines } from './simulation-lines.js';
import { type Awaitable, assertSameDeployment, clientOf, hasExchange, wrongSubject } from './subject.js';

/** What the matchers of a simulation judge: a request, which they send, or the result of `client.simulate`. */
export type SimulationSubject = Awaitable<LooseSimulationRequest | SimulationResult>;

const simulationMatcherShape = {
  /** The deployment that simulates a request. Default: the one in force. */
  deployment: definedDeployment.optional(),
  /** Ends the call. */
  signal: abortSignal().optional(),
};
const simulationMatcherOptions = z.strictObject(simulationMatcherShape);

/** The last argument of the matchers of a simulation. */
export interface SimulationMatcherOptions
  extends Readonly<z.input<z.ZodObject<typeof simulationMatcherShape>>> {}

/**
 * The expected shape of `response` (section 2.2), with the members that an extension declares; members that are not named may
 * be anything.
 */
export type SimulationPattern<Extended extends Extension = Extension> = Pattern<ExtendedSimulation<Extended>>;

/** The expected shape of an outgoing message (section 2.2); members that are not named may be anything. */
export type OutMessagePattern<Extended extends Extension = Extension> = Pattern<ExtendedOutMessage<Extended>>;

/** An amount of gas. */
export type Gas = bigint | number;

/** The validated arguments of a simulation matcher. */
interface Given<Expected> extends SimulationMatcherOptions {
  readonly expected: Expected;
}

interface SimulationMatcher<Args extends readonly unknown[], Expected> {
  readonly name: string;
  /** Returns the validated expectation, and the options as given. */
  readonly parse: (args: Args) => { readonly expected: Expected; readonly options: unknown };
  readonly run: (result: SimulationResult, expected: Expected, assertion: Assertion) => Verdict;
}

/** Creates a matcher for simulations, which sends the subject if it is a request. */
function simulationMatcher<Args extends readonly unknown[], Expected>({
  name,
  parse,
  run,
}: SimulationMatcher<Args, Expected>) {
  return matcher<LooseSimulationRequest | SimulationResult, Args, Given<Expected>, SimulationResult>({
    name,
    about: 'simulation',
    options: (args) => {
      const { expected, options = {} } = parse(args);
      return { ...parseOptions(`${name} has invalid options`, simulationMatcherOptions, options), expected };
    },
    subject: async (subject, options, assertion) =>
      fresh(name, await simulationOf(name, subject, options, assertion)),
    run: (result, given, assertion) => run(result, given.expected, assertion),
  });
}

const takes = 'a simulation request, or a result of client.simulate';

/** Returns the simulation to judge. Rejects like `client.simulate`, which is not a verdict. */
async function simulationOf(
  name: string,
  subject: LooseSimulationRequest | SimulationResult,
  { deployment }: SimulationMatcherOptions,
  assertion: Assertion,
): Promise<SimulationResult> {
  if (isResult(subject)) {
    assertSameDeployment(name, subject, deployment, 'simulatorUrl');
    return subject;
  }
  if (isPlainObject(subject) && 'simulationStatus' in subject) {
    throw new UsageError(`expect(received).${name}() takes ${takes}`, [
      labelled('Received', 'the member response of a result; give it the result itself'),
    ]);
  }
  if (!isRequest(subject)) throw wrongSubject(name, takes, subject);
  const client = clientOf(deployment);
  return await assertion.within("the simulator's answer", (signal) => client.simulate(subject, { signal }));
}

/** Returns a simulation that no cache answered: another request may have got that answer before. */
function fresh(name: string, result: SimulationResult): SimulationResult {
  const { staleness, exchange } = result;
  if (staleness === undefined) return result;
  throw staleError(`expect(simulation).${name}() is inconclusive: the simulation is ${staleness}`, exchange);
}

function isResult(subject: unknown): subject is SimulationResult {
  if (typeof subject !== 'object' || subject === null) return false;
  return 'request' in subject && 'response' in subject && hasExchange(subject);
}

/** An empty object counts as a request: the client reports what is missing, and which chains the deployment has. */
function isRequest(subject: unknown): subject is LooseSimulationRequest {
  if (!isPlainObject(subject)) return false;
  const names = Object.keys(subject);
  const isField = (name: string): boolean =>
    requestFieldPaths.some((path) => path === name) || isChainFieldName(name);
  return names.length === 0 || names.some(isField);
}

/** Asserts that the verdict is true. */
export const toSimulateSuccessfully = simulationMatcher<[options?: SimulationMatcherOptions], undefined>({
  name: 'toSimulateSuccessfully',
  parse: ([options]) => ({ expected: undefined, options }),
  run: (result, _, { isNot }) => {
    const expected = `simulationStatus ${!isNot}`;
    return {
      pass: verdictOf(result, expected) === 'success',
      fact: () => outcomeText(result),
      lines: () => simulationLines(result, { expected }),
    };
  },
});

type FailureArguments =
  | [options?: SimulationMatcherOptions]
  | [reason: FailureReason, options?: SimulationMatcherOptions];

/** Asserts that the verdict is false, and for the given reason if there is one. */
export const toFailSimulation = simulationMatcher<FailureArguments, FailureReason | undefined>({
  name: 'toFailSimulation',
  parse: (args) => {
    if (!hasReason(args)) return { expected: undefined, options: args[0] };
    const [reason, options] = args;
    return { expected: checkedReason(reason), options };
  },
  run: (result, reason, { isNot }) => {
    const { response, exchange } = result;
    const expected = expectedFailure(reason, exchange, isNot);
    const verdict = verdictOf(result, expected);
    if (verdict === 'failure' && isAboutText(reason) && !response.simulationError)
      throw inconclusive('The simulation fails and does not say why', result, expected);
    const differing =
      verdict === 'failure' && reason !== undefined ? reasonDifferences(response, reason) : [];
    if (
      reason !== undefined &&
      differing.length > 0 &&
      isReasonUndecided(response.simulationError ?? '', reason)
    )
      throw inconclusive(
        `The simulation fails with an error that does not say why: ${formatPattern(response.simulationError, exchange)}`,
        result,
        expected,
      );
    return {
      pass: verdict === 'failure' && differing.length === 0,
      call: reason === undefined ? '' : 'reason',
      fact: () => outcomeText(result, differing.length > 0 ? ' for another reason' : ''),
      // For a text that was not found, the error line is enough.
      lines: () =>
        simulationLines(result, {
          expected,
          details: isContractError(reason) ? differenceLines(differing, exchange) : [],
        }),
    };
  },
});

function expectedFailure(
  reason: FailureReason | undefined,
  exchange: SimulationResult['exchange'],
  isNot: boolean,
): string {
  if (reason === undefined) return `simulationStatus ${isNot}`;
  const text = formatReason(reason, exchange);
  return isNot ? `simulationStatus true, or false without ${text}` : `simulationStatus false with ${text}`;
}

/** A single argument is the options if it has a known option; otherwise it is a reason. */
function hasReason(
  args: FailureArguments,
): args is [reason: FailureReason, options?: SimulationMatcherOptions] {
  if (args.length === 0) return false;
  const [first, options] = args;
  if (options !== undefined || !isContractError(first)) return true;
  return !Object.keys(first).some((name) => name in simulationMatcherShape);
}

type PatternArguments<Shape> = [pattern: Shape, options?: SimulationMatcherOptions];

/** Asserts that `response` has the members of a pattern. */
export const toMatchSimulation = simulationMatcher<PatternArguments<SimulationPattern>, SimulationPattern>({
  name: 'toMatchSimulation',
  parse: ([pattern, options]) => ({
    expected: checkedPattern('toMatchSimulation', pattern, simulationFields),
    options,
  }),
  run: (result, pattern, { isNot }) => {
    if (!('simulationError' in pattern)) assertNoContradiction(result);
    const { response, exchange } = result;
    return patternVerdict({
      matcher: 'toMatchSimulation',
      pattern,
      values: [response],
      fields: simulationFields,
      source: result,
      fact: (difference) =>
        response.simulationStatus === false ? `${outcomeText(result)}; ${difference}` : difference,
      lines: (closest) =>
        simulationLines(result, {
          expected: `${isNot ? 'anything but ' : ''}${formatPattern(pattern, exchange)}`,
          received:
            closest?.differences.length === 0 ? 'an answer that does not differ' : 'an answer that differs:',
          details: differenceLines(closest?.differences ?? [], exchange),
        }),
    });
  },
});

/** Asserts that a call that succeeds produces an outgoing message with the members of a pattern. */
export const toEmitOutMessage = simulationMatcher<PatternArguments<OutMessagePattern>, OutMessagePattern>({
  name: 'toEmitOutMessage',
  parse: ([pattern, options]) => ({
    expected: checkedPattern('toEmitOutMessage', pattern, outMessageFields),
    options,
  }),
  run: (result, pattern, { isNot }) =>
    patternVerdict({
      matcher: 'toEmitOutMessage',
      pattern,
      values: outMessagesOf('toEmitOutMessage', result),
      list: 'outMessages',
      fields: outMessageFields,
      source: result,
      lines: (closest) =>
        simulationLines(result, {
          expected: `${isNot ? 'no' : 'an'} outgoing message ${formatPattern(pattern, result.exchange)}`,
          ...closestMessage(result, closest),
        }),
    }),
});

function closestMessage(
  { response: { outMessages }, exchange }: SimulationResult,
  closest: ClosestValue | undefined,
): Judged {
  if (closest === undefined) return { received: `none, outMessages is ${formatPattern(outMessages)}` };
  const { index, differences: differing } = closest;
  return differing.length === 0
    ? { received: `outMessages[${index}] ${formatPattern(outMessages?.[index], exchange, 800)}` }
    : {
        received: `the closest is outMessages[${index}], which differs:`,
        details: differenceLines(differing, exchange),
      };
}

const maxMessages = 5;

/** Asserts how many outgoing messages a call that succeeds produces. */
export const toHaveOutMessageCount = simulationMatcher<
  [count: number, options?: SimulationMatcherOptions],
  number
>({
  name: 'toHaveOutMessageCount',
  parse: ([count, options]) => {
    if (Number.isSafeInteger(count) && count >= 0) return { expected: count, options };
    const must = Number.isSafeInteger(count) ? 'must be a number of at least 0' : 'must be an integer';
    throw new UsageError(`toHaveOutMessageCount takes a count, which ${must}, not ${formatValue(count)}`);
  },
  run: (result, count, { isNot }) => {
    const messages = outMessagesOf('toHaveOutMessageCount', result);
    const shown = messages
      .slice(0, maxMessages)
      .map((message, index) => `- outMessages[${index}] ${formatPattern(message, result.exchange, 400)}`);
    const more = messages.length - shown.length;
    return {
      pass: messages.length === count,
      call: String(count),
      fact: () =>
        `the call sends ${messages.length === 0 ? 'no message' : counted(messages.length, 'message')}`,
      lines: () =>
        simulationLines(result, {
          expected: `${isNot ? 'not ' : ''}${counted(count, 'outgoing message')}`,
          received: result.response.outMessages ? `${messages.length}` : 'none, outMessages is null',
          details: more > 0 ? [...shown, `- and ${more} more`] : shown,
        }),
    };
  },
});

/**
 * Returns the outgoing messages of a successful call; null means none (section 2.2; assumption).
 *
 * @throws {InconclusiveError} if the response has no such list, or the verdict is not true.
 */
function outMessagesOf(name: string, result: SimulationResult): readonly OutMessage[] {
  assertSuccess(name, result);
  const { outMessages } = result.response;
  if (outMessages === undefined) throw inconclusive('The answer has no outMessages, not even null', result);
  return outMessages ?? [];
}

const gasForm: EndForm = {
  read: (value) => {
    const integer = Number.isSafeInteger(value) ? BigInt(value as number) : value;
    return typeof integer === 'bigint' && integer >= 0n ? integer : undefined;
  },
  takes: 'an integer of at least 0, as a bigint or a number',
};
const maxGas = 2n ** 64n - 1n;

/** Asserts that the estimated gas of a call that succeeds lies within a range. */
export const toUseGasWithin = simulationMatcher<
  [limits: Gas | Ends<Gas>, options?: SimulationMatcherOptions],
  ReturnType<typeof integerRange>
>({
  name: 'toUseGasWithin',
  parse: ([limits, options]) => ({
    expected: integerRange('toUseGasWithin', typeof limits === 'object' ? limits : { max: limits }, gasForm),
    options,
  }),
  run: (result, range, { isNot }) => {
    assertSuccess('toUseGasWithin', result);
    const expected = `gas ${isNot ? 'not ' : ''}${formatRange(range)}`;
    const { estimatedGas } = result.response;
    if (estimatedGas === undefined) throw inconclusive('The answer has no estimatedGas', result, expected);
    // Every successful call uses gas, and block gas limits are 64-bit numbers.
    if (typeof estimatedGas !== 'bigint' || !isWithin(estimatedGas, { min: 1n, max: maxGas }))
      throw inconclusive(
        `The estimatedGas ${estimatedGas} is not an amount of gas that a call can use`,
        result,
        expected,
      );
    return {
      pass: isWithin(estimatedGas, range),
      call: 'limits',
      fact: () => `gas is ${estimatedGas}, expected ${isNot ? 'not ' : ''}${formatRange(range)}`,
      lines: () => simulationLines(result, { expected, received: `gas ${estimatedGas}` }),
    };
  },
});

/** Asserts that the estimated fee of a call that succeeds is at most an amount. */
export const toCostAtMost = simulationMatcher<[amount: Amount, options?: SimulationMatcherOptions], bigint>({
  name: 'toCostAtMost',
  parse: ([amount, options]) => ({ expected: amountArgument('toCostAtMost', amount), options }),
  run: (result, max, { isNot }) => {
    assertSuccess('toCostAtMost', result);
    const { feeAssetAddress } = result.request;
    const expected = `fee ${isNot ? 'more than' : 'at most'} ${max} base units of ${feeAssetAddress || 'the native coin'}`;
    const fee = receivedAmount(result.response.estimatedJettonFeeAmount);
    if (fee === undefined) {
      throw inconclusive(
        'The answer has no estimatedJettonFeeAmount that is a decimal integer below 2^256',
        result,
        expected,
      );
    }
    return {
      pass: fee <= max,
      call: String(max),
      fact: () => `fee is ${fee}`,
      lines: () => simulationLines(result, { expected, received: `fee ${fee}` }),
    };
  },
});

/**
 * Throws unless the call succeeds. The messages and costs of a failed call are meaningless.
 *
 * @throws {InconclusiveError} if the verdict is false or absent.
 */
function assertSuccess(name: string, result: SimulationResult): void {
  if (verdictOf(result) === 'success') return;
  throw new InconclusiveError({
    summary: `${name} judges a call that succeeds: ${outcomeText(result)}`,
    details: [
      ...simulationLines(result, {}),
      { advice: 'fix the call, or assert its failure with toFailSimulation' },
    ],
  });
}

/**
 * Returns the verdict of a simulation.
 *
 * @throws {InconclusiveError} if it has none, or its error contradicts it.
 */
function verdictOf(result: SimulationResult, expected?: string): 'success' | 'failure' {
  assertNoContradiction(result, expected);
  const verdict = simulationVerdict(result.response);
  if (verdict !== 'none') return verdict;
  throw inconclusive(
    'The answer has no simulationStatus, so it shows neither success nor failure',
    result,
    expected,
  );
}

function assertNoContradiction(result: SimulationResult, expected?: string): void {
  const { response, exchange } = result;
  if (!contradictsItself(response)) return;
  const error = formatPattern(response.simulationError, exchange);
  throw inconclusive(
    `The answer contradicts itself: simulationStatus is true, and simulationError is ${error}`,
    result,
    expected,
  );
}

/** Creates the error for a response that does not decide the assertion. */
function inconclusive(summary: string, result: SimulationResult, expected?: string): InconclusiveError {
  return new InconclusiveError({ summary, details: simulationLines(result, { expected }) });
}
