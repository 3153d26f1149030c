import { simulationVerdict } from '../checks/simulation-verdict.js';
import type { SimulationRequest } from '../contract/request-schema.js';
import { isDeployment } from '../deployment/current-deployment.js';
import type { Deployment } from '../deployment/deployment.js';
import { InconclusiveError } from '../errors/inconclusive-error.js';
import { refuseFaults } from '../errors/refuse-faults.js';
import { abortSignal } from '../http/call-options.js';
import type { SimulationResult } from '../http/simulation-result.js';
import { type OptionRule, optionFaults } from '../internal/options.js';
import { clientOf } from './client-of.js';
import { type MatcherContext, type MatcherResult, refuseAsymmetricUse } from './matcher-context.js';
import { simulationLines } from './simulation-lines.js';
import { type Awaitable, resolveSubject, wrongSubject } from './subject.js';

/** What the matchers of a simulation take. */
export interface SimulationMatcherOptions {
  /** The deployment that simulates a request. Default: the one in force. */
  readonly deployment?: Deployment | undefined;
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined;
}

const rules: Record<keyof SimulationMatcherOptions, OptionRule> = {
  deployment: isDeployment,
  signal: abortSignal,
};

/**
 * Asserts that a simulation's verdict is true; negated, that it is false. Takes a request, which it sends, or the
 * result of `client.simulate`. An answer without a verdict, or none at all, is an error in both polarities.
 */
export function toSimulateSuccessfully(
  this: MatcherContext,
  received: Awaitable<SimulationRequest | SimulationResult>,
  options?: SimulationMatcherOptions,
): Promise<MatcherResult> {
  refuseAsymmetricUse(this, 'toSimulateSuccessfully');
  return judged(this, received, options);
}

async function judged(
  { isNot = false }: MatcherContext,
  received: Awaitable<SimulationRequest | SimulationResult>,
  options: SimulationMatcherOptions = {},
): Promise<MatcherResult> {
  refuseFaults('toSimulateSuccessfully has bad options', optionFaults(options, rules));
  const result = await simulated(await resolveSubject(received, options.signal), options);
  const verdict = simulationVerdict(result.response);
  const lines = [`Expected:   simulationStatus ${!isNot}`, ...simulationLines(result)];
  if (verdict === 'none') {
    throw new InconclusiveError({
      summary: 'The answer has no simulationStatus: it is no verdict',
      details: lines,
    });
  }
  const assertion = `expect(simulation)${isNot ? '.not' : ''}.toSimulateSuccessfully()`;
  return { pass: verdict === 'success', message: () => [assertion, '', ...lines].join('\n') };
}

async function simulated(
  subject: SimulationRequest | SimulationResult,
  { deployment, signal }: SimulationMatcherOptions,
): Promise<SimulationResult> {
  if (isResult(subject)) return subject;
  if (typeof subject !== 'object' || subject === null || Array.isArray(subject)) {
    throw wrongSubject(
      'toSimulateSuccessfully',
      'a simulation request, or a result of client.simulate',
      subject,
    );
  }
  return clientOf(deployment).simulate(subject, { signal });
}

function isResult(subject: SimulationRequest | SimulationResult): subject is SimulationResult {
  return typeof subject === 'object' && subject !== null && 'response' in subject && 'exchange' in subject;
}
