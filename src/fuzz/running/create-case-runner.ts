import type { CasePlan } from '../../checks/case/case-plan.js';
import { type Check, type CheckContext, type CheckLimits, defaultLimits } from '../../checks/case/check.js';
import { judgeCase } from '../../checks/judge-case.js';
import { knownChecks } from '../../checks/known-checks.js';
import { EarlierAnswers } from '../../checks/records/earlier-answers.js';
import type { Deployment } from '../../deployment/deployment.js';
import type { Endpoint } from '../../endpoint/endpoint.js';
import { UsageError } from '../../errors.js';
import { type Clock, realClock } from '../../internal/clock.js';
import { definedMembers } from '../../internal/objects.js';
import { Agent } from '../../internal/undici.js';
import { Pace } from '../../probing/pace.js';
import { Sender } from '../../probing/sender.js';
import { campaignDefaults } from '../campaign-options.js';
import type { RequestLog } from '../findings/case-context.js';
import type { JudgedCase } from './judged-case.js';
import { PlanSender, type SentRequest } from './plan-sender.js';

/** Number of retries after 429 or 503 until a request is inconclusive, and the bounds of the pauses. Assumption. */
const retries = { limit: 3, minIntervalMs: 100, maxIntervalMs: 2_000 };

/** Connections for control requests, which must not wait while all others hang. Both endpoints are called at the same time. */
const connectionsOfControl = 2;

/** How cases are run. */
export interface CaseRunnerSettings {
  /** Default: all checks. */
  readonly checks?: readonly Check[] | undefined;
  readonly limits?: Partial<CheckLimits> | undefined;
  /** Custom endpoints that cases call. Default: none. */
  readonly endpoints?: readonly Endpoint[] | undefined;
  /** The maximum number of concurrent requests. Default: 8. */
  readonly concurrency?: number | undefined;
  /**
   * Requests per second, or `auto`: as fast as possible, slowing down when the deployment reports overload. Default:
   * `auto`.
   */
  readonly ratePerSecond?: number | 'auto' | undefined;
  /** The pace that it shares with other runners. Default: its own, of `concurrency` and `ratePerSecond`. */
  readonly pace?: Pace | undefined;
  /** Records every request. Default: none. */
  readonly log?: RequestLog | undefined;
  /** Default: the real clock. */
  readonly clock?: Clock | undefined;
}

/** A case and the observations of its requests, in order. */
export interface SentCase {
  readonly plan: CasePlan;
  readonly sent: readonly SentRequest[];
}

/** Runs cases against one deployment. */
export interface CaseRunner {
  /** Sends other requests at the same pace and on the same connections. */
  readonly sender: Sender;
  /**
   * Sends a case at the common pace. Requests that get 429 or 503 are retried a few times.
   *
   * @param sent - Called with the observations of each step as soon as it ends, even if the case is interrupted later.
   * @throws the signal's reason when it aborted.
   * @throws {UsageError} when the deployment's headers function fails.
   */
  send(plan: CasePlan, signal?: AbortSignal, sent?: SentRequest[]): Promise<SentCase>;
  /** Runs the checks on the observations of a case. */
  judge(sent: SentCase): JudgedCase;
  /** Sends a case and judges it. @throws what {@link CaseRunner.send} throws. */
  run(plan: CasePlan, signal?: AbortSignal): Promise<JudgedCase>;
  /** Closes its connections. A dispatcher of the deployment stays open. */
  close(): Promise<void>;
}

/** Creates a runner that sends cases to a deployment and judges them. */
export function createCaseRunner(deployment: Deployment, settings: CaseRunnerSettings = {}): CaseRunner {
  const { concurrency = campaignDefaults.concurrency, ratePerSecond = campaignDefaults.ratePerSecond } =
    settings;
  const { checks = knownChecks, clock = realClock, log, endpoints = [] } = settings;
  const context = {
    chains: deployment.chains,
    conventions: deployment.conventions,
    earlier: new EarlierAnswers(deployment.conventions),
    limits: { ...defaultLimits, ...definedMembers(settings.limits ?? {}) },
    endpoints: new Map(endpoints.map((endpoint) => [endpoint.name, endpoint])),
  } satisfies CheckContext;
  // A connection becomes free a little after its answer; without the limit, undici would open another one in between and
  // use ever more connections.
  const dispatcher = deployment.dispatcher ?? new Agent({ connections: concurrency + connectionsOfControl });
  const pace = settings.pace ?? new Pace({ concurrency, ratePerSecond }, clock);
  const sender = new Sender({ deployment, dispatcher, pace, clock, retries, atOverload: 'slow-down' });
  const plans = new PlanSender({ deployment, dispatcher, endpoints, sender, clock, log });
  const send: CaseRunner['send'] = async (plan, signal, sent) => ({
    plan,
    sent: await plans.send(plan, signal, sent),
  });
  const judge: CaseRunner['judge'] = ({ plan, sent }) => {
    const observations = sent.map(({ observation }) => observation);
    const exchanges = sent.map(({ exchange }) => exchange);
    try {
      const observed = { plan, observations };
      for (const observation of observations)
        if (observation.span) context.earlier.note(observation, observation.span);
      return { observed, exchanges, violations: judgeCase(observed, context, checks) };
    } catch (error) {
      // The schema of a custom endpoint failed for an answer, which therefore cannot be judged.
      if (!(error instanceof UsageError)) throw error;
      const inconclusive = observations.map(({ request, durationMs }) => ({ request, durationMs }));
      return { observed: { plan, observations: inconclusive }, exchanges, violations: [] };
    }
  };
  return {
    sender,
    send,
    judge,
    run: async (plan, signal) => judge(await send(plan, signal)),
    async close() {
      if (deployment.dispatcher === undefined) await dispatcher.destroy();
    },
  };
}
