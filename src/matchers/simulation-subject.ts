import { simulationVerdict } from '../checks/simulation-verdict.js';
import { abortSignal } from '../client/call-options.js';
import type { SimulationResult } from '../client/simulation-result.js';
import { withinTest } from '../client/within-test.js';
import { requestFieldPaths, type SimulationRequest } from '../contract/simulation-request.js';
import { deploymentRule } from '../deployment/current-deployment.js';
import type { Deployment } from '../deployment/deployment.js';
import { InconclusiveError, UsageError } from '../errors.js';
import { isPlainObject } from '../internal/objects.js';
import { type OptionRule, optionFaults, refuseFaults } from '../internal/options.js';
import { currentTest } from '../internal/test-context.js';
import { clientOf } from './client-of.js';
import { refuseOtherDeployment } from './deployment-of-result.js';
import { simulationLines } from './simulation-lines.js';
import { type Awaitable, resolveSubject, wrongSubject } from './subject.js';

/** What the matchers of a simulation judge: a request, which they send, or the result of `client.simulate`. */
export type SimulationSubject = Awaitable<SimulationRequest | SimulationResult>;

/** What the matchers of a simulation take, as their last argument. */
export interface SimulationMatcherOptions {
  /** The deployment that simulates a request. Default: the one in force. */
  readonly deployment?: Deployment | undefined;
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined;
}

const rules: Record<keyof SimulationMatcherOptions, OptionRule> = {
  deployment: deploymentRule,
  signal: abortSignal,
};

/** Gives the simulation that a matcher judges; it fails as `client.simulate` does, which is no verdict. */
export async function simulationOf(
  matcher: string,
  received: SimulationSubject,
  options: SimulationMatcherOptions = {},
): Promise<SimulationResult> {
  refuseFaults(`${matcher} has bad options`, optionFaults(options, rules));
  const subject = await withinTest(
    {
      call: `expect(received).${matcher}()`,
      what: 'the subject',
      signal: options.signal,
      test: currentTest(),
    },
    (signal) => resolveSubject(received, signal),
  );
  const takes = 'a simulation request, or a result of client.simulate';
  if (isResult(subject)) {
    refuseOtherDeployment(matcher, subject, options.deployment, 'simulatorUrl');
    return subject;
  }
  if (isPlainObject(subject) && 'simulationStatus' in subject) {
    throw new UsageError(`expect(received).${matcher}() takes ${takes}`, [
      'Received: the member response of a result; give it the result itself',
    ]);
  }
  if (!isRequest(subject)) throw wrongSubject(matcher, takes, subject);
  const client = clientOf(options.deployment);
  return withinTest(
    {
      call: `expect(received).${matcher}()`,
      what: "the simulator's answer",
      signal: options.signal,
      test: currentTest(),
    },
    (signal) => client.simulate(subject, { signal }),
  );
}

/**
 * Gives the simulation for a matcher of what a call brings about: messages, gas, cost. Of a call that fails an answer
 * may well say "0", which is no measure of it, so only a true verdict will do.
 *
 * @throws {InconclusiveError} when the verdict is false or absent.
 */
export async function successfulSimulationOf(
  matcher: string,
  received: SimulationSubject,
  options?: SimulationMatcherOptions,
): Promise<SimulationResult> {
  const result = await simulationOf(matcher, received, options);
  const verdict = simulationVerdict(result.response);
  if (verdict === 'failure') {
    const lines = simulationLines(result, {});
    throw new InconclusiveError({
      summary: `${matcher} judges a call that succeeds; this one fails`,
      details: [...lines, 'What to do: mend the call, or assert its failure with toFailSimulation'],
    });
  }
  if (verdict === 'none') throw withoutVerdict(result);
  return result;
}

/** Says that an answer gives no verdict on the call. */
export function withoutVerdict(result: SimulationResult, expected?: string): InconclusiveError {
  return inconclusive('The answer has no simulationStatus: it is no verdict', result, expected);
}

/** Says that an answer does not decide an assertion either way. */
export function inconclusive(
  summary: string,
  result: SimulationResult,
  expected?: string,
): InconclusiveError {
  return new InconclusiveError({ summary, details: simulationLines(result, { expected }) });
}

/** Members that carry the name of a chain, under any name; the client knows which are the deployment's. */
const ofOtherChains = /^[a-z][a-z0-9]*(?:CallParams|Assets|Caller)$/;

/** An object without members is left to the client, which says what a request needs. */
function isRequest(subject: unknown): subject is SimulationRequest {
  if (!isPlainObject(subject)) return false;
  const names = Object.keys(subject);
  const isField = (name: string): boolean =>
    requestFieldPaths.some((path) => path === name) || ofOtherChains.test(name);
  return names.length === 0 || names.some(isField);
}

function isResult(subject: unknown): subject is SimulationResult {
  if (typeof subject !== 'object' || subject === null) return false;
  return 'request' in subject && 'response' in subject && 'exchange' in subject;
}
