import type { Dispatcher } from 'undici';
import { bodyBytes, type CasePlan, type CaseRequest, unknownInclusionRequest } from '../../case/case-plan.js';
import { type Observation, type ObservedCase, observe } from '../../case/observation.js';
import type { Check, CheckContext, CheckedViolation, CheckLimits } from '../../checks/check.js';
import { EarlierAnswers } from '../../checks/earlier-answers.js';
import { judgeCase } from '../../checks/judge.js';
import type { Call } from '../../client/call.js';
import { type PlannedRequest, type ResolvedEndpoint, resolveEndpoint } from '../../client/request.js';
import { type CallLimits, callOnce } from '../../client/transport.js';
import { minimalRequest } from '../../contract/request-places.js';
import type { Deployment } from '../../deployment/deployment.js';
import type { Exchange } from '../../deployment/exchange.js';
import { builtInFacts } from '../../endpoint/built-in.js';
import type { Endpoint } from '../../endpoint/endpoint.js';
import { UsageError } from '../../errors.js';
import { type Clock, sleep, unixNowMs } from '../../internal/clock.js';
import { Agent } from '../../internal/undici.js';
import {
  type AskPair,
  type ControlRequests,
  controlRequests,
  maxControls,
} from '../../probing/control-requests.js';
import { Pace } from '../../probing/pace.js';
import { connectTime, type PreflightLimits } from '../../probing/preflight.js';
import { Sender } from '../../probing/sender.js';
import type { TestContext } from '../../running-test/test-context.js';
import { campaignDefaults } from '../model/campaign-options.js';
import type { CampaignSettings } from '../model/campaign-settings.js';
import type { ExerciseCounter } from '../model/exercised.js';
import { sampleCall } from '../phases/oracles.js';
import type { RequestLog } from './request-log.js';
import { sendOverSocket } from './wire-socket.js';

/** Number of retries after 429 or 503 until a request is inconclusive, and the bounds of the pauses. Assumption. */
const retries = { limit: 3, minIntervalMs: 100, maxIntervalMs: 2_000 };

/** Connections for control requests to both endpoints at the same time, which must not wait for requests that hang. */
const connectionsOfControl = 2;

/** How cases are run. */
interface CaseRunnerSettings {
  readonly checks: readonly Check[];
  readonly limits: CheckLimits;
  /** Custom endpoints that cases call. */
  readonly endpoints: readonly Endpoint[];
  readonly clock: Clock;
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
}

/** A request that was sent, and what was observed of it. */
export interface ObservedRequest {
  readonly observation: Observation;
  readonly exchange: Exchange;
  /** The exchanges before it, after which the request was sent again. */
  readonly retried: readonly Exchange[];
}

/** A case and the observations of its requests, in order. */
export interface SentCase {
  readonly plan: CasePlan;
  readonly sent: readonly ObservedRequest[];
}

/** A case that was sent and judged. */
export interface JudgedCase {
  readonly observed: ObservedCase;
  /** In the order of its requests. */
  readonly exchanges: readonly Exchange[];
  /** Those after which a request was sent again, for each request. */
  readonly retried: readonly (readonly Exchange[])[];
  readonly violations: readonly CheckedViolation[];
}

/** Sends cases to one deployment and judges them. */
export class CaseRunner {
  /** Sends other requests at the same pace and on the same connections. */
  readonly sender: Sender;
  readonly #deployment: Deployment;
  readonly #dispatcher: Dispatcher;
  readonly #clock: Clock;
  readonly #log: RequestLog | undefined;
  readonly #checks: readonly Check[];
  readonly #context: CheckContext & { readonly earlier: EarlierAnswers };
  readonly #endpoints: ReadonlyMap<string, ResolvedEndpoint>;

  constructor(deployment: Deployment, settings: CaseRunnerSettings) {
    const { concurrency = campaignDefaults.concurrency, ratePerSecond = campaignDefaults.ratePerSecond } =
      settings;
    const { checks, limits, clock, log, endpoints } = settings;
    this.#deployment = deployment;
    this.#clock = clock;
    this.#log = log;
    this.#checks = checks;
    this.#context = {
      chains: deployment.chains,
      conventions: deployment.conventions,
      earlier: new EarlierAnswers(deployment.conventions),
      limits,
      endpoints: new Map(endpoints.map((endpoint) => [endpoint.name, endpoint])),
    };
    this.#endpoints = new Map(
      [...Object.values(builtInFacts), ...endpoints].map((endpoint) => [
        endpoint.name,
        resolveEndpoint(endpoint, deployment),
      ]),
    );
    // A connection becomes free shortly after its answer. Without the limit, undici would open another one meanwhile, and
    // then more and more.
    this.#dispatcher =
      deployment.dispatcher ?? new Agent({ connections: concurrency + connectionsOfControl });
    this.sender = new Sender({
      deployment,
      dispatcher: this.#dispatcher,
      pace: settings.pace ?? new Pace({ concurrency, ratePerSecond }, clock),
      clock,
      retries,
      atOverload: 'slow-down',
    });
  }

  /** Sends a case and judges it. @throws what {@link CaseRunner.send} throws. */
  async run(plan: CasePlan, signal?: AbortSignal): Promise<JudgedCase> {
    return this.judge(await this.send(plan, signal));
  }

  /**
   * Sends the steps of a case in order at the common pace. Requests that get 429 or 503 are retried a few times.
   *
   * @param sent - Gets the requests of each step as soon as it ends, even if the case is interrupted later.
   * @throws the signal's reason when it aborted.
   * @throws {UsageError} when the deployment's headers function fails.
   */
  async send(plan: CasePlan, signal?: AbortSignal, sent: ObservedRequest[] = []): Promise<SentCase> {
    for (const { pauseMs = 0, requests } of plan.steps) {
      if (pauseMs > 0) await sleep(pauseMs, this.#clock, signal);
      const [only] = requests;
      if (requests.length === 1 && only) sent.push(await this.#sendOne(only, signal));
      else sent.push(...(await Promise.all(requests.map((request) => this.#sendOne(request, signal)))));
    }
    return { plan, sent };
  }

  async #sendOne(request: CaseRequest, signal: AbortSignal | undefined): Promise<ObservedRequest> {
    const planned = this.#planned(request);
    let startMs = 0;
    const attempt = async (traced: PlannedRequest, limits: CallLimits): Promise<Call> => {
      startMs = this.#clock.now();
      const logEnd = this.#log?.begin(request, startMs);
      try {
        return await ('wire' in request
          ? sendOverSocket(request, traced, this.#deployment, limits)
          : callOnce(this.#deployment, this.#dispatcher, traced, limits));
      } finally {
        logEnd?.(this.#clock.now());
      }
    };
    const { call, retried } = await this.sender.send(planned, { signal, attempt });
    const span = { startMs, endMs: this.#clock.now(), endedAtMs: unixNowMs() };
    const observation = { ...observe(request, call, this.#deployment, retried), span };
    return { observation, exchange: call.exchange, retried: retried.map(({ exchange }) => exchange) };
  }

  #planned(request: CaseRequest): PlannedRequest {
    const endpoint = this.#endpointOf(request);
    if ('wire' in request) return { endpoint };
    const { method, query, headers, body } = request;
    return { endpoint, method, query, headers, body: typeof body === 'object' ? bodyBytes(body) : body };
  }

  #endpointOf(request: CaseRequest): ResolvedEndpoint {
    const { endpoint: name } = request;
    const custom = this.#context.endpoints?.get(name);
    if (custom !== undefined && 'path' in request)
      return resolveEndpoint(custom, this.#deployment, request.path);
    const endpoint = this.#endpoints.get(name);
    if (endpoint === undefined) throw new RangeError(`there is no endpoint ${name}`);
    return endpoint;
  }

  /** Runs the checks on the observations of a case. */
  judge({ plan, sent }: SentCase): JudgedCase {
    const observations = sent.map(({ observation }) => observation);
    const exchanges = sent.map(({ exchange }) => exchange);
    const retried = sent.map((one) => one.retried);
    try {
      const observed = { plan, observations };
      for (const observation of observations)
        if (observation.span) this.#context.earlier.note(observation, observation.span);
      return { observed, exchanges, retried, violations: judgeCase(observed, this.#context, this.#checks) };
    } catch (error) {
      // The schema of a custom endpoint failed for an answer, which therefore cannot be judged.
      if (!(error instanceof UsageError)) throw error;
      const inconclusive = observations.map(({ request, durationMs }) => ({ request, durationMs }));
      return { observed: { plan, observations: inconclusive }, exchanges, retried, violations: [] };
    }
  }

  /** Closes its connections. A dispatcher of the deployment stays open. */
  async close(): Promise<void> {
    if (this.#deployment.dispatcher === undefined) await this.#dispatcher.destroy();
  }
}

/** The control requests of a campaign or a replay, and how long their preflight may take. */
interface Controls extends ControlRequests {
  readonly limits: PreflightLimits;
}

/** Creates the control requests of a campaign or a replay. They call the simulator with one of its calls. */
export function createControls(
  {
    deployment,
    calls,
    connectTimeoutMs,
    clock,
    signal,
  }: Pick<CampaignSettings, 'deployment' | 'calls' | 'connectTimeoutMs' | 'clock' | 'signal'>,
  { sender }: CaseRunner,
  test: TestContext | undefined,
): Controls {
  const limits = { ...connectTime(connectTimeoutMs, test), clock, signal };
  const { request } = sampleCall(calls);
  const simpler = minimalRequest(deployment.conventions, request.alphaCallParams?.target);
  const timeoutMs = limits.connectTimeoutMs;
  return { ...controlRequests({ deployment, sender, request, simpler, timeoutMs, signal }), limits };
}

/** Sends a valid request to each endpoint whose last ones were invalid, again if it fails: it may reject everything by now. */
export async function sendControls(
  exercises: ExerciseCounter,
  askEndpoints: AskPair,
  runner: CaseRunner,
  deployment: Deployment,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let left = maxControls; left > 0 && exercises.hasUnproven; left--) {
    countControls(exercises, await askEndpoints(signal), deployment);
    for (const plan of exercises.customControls)
      for (const { observation } of (await runner.send(plan, signal)).sent) exercises.count(observation);
  }
}

/** Counts the answers to two control requests: a valid call, and a query for an unknown id. */
export function countControls(
  exercises: ExerciseCounter,
  [simulated, included]: readonly [Call, Call],
  deployment: Deployment,
): void {
  const valid = { endpoint: 'simulate', expect: { kind: 'simulated', request: {} } } as const;
  exercises.count(observe(valid, simulated, deployment), simulated.exchange);
  exercises.count(observe(unknownInclusionRequest(deployment), included, deployment), included.exchange);
}
