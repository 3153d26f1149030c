import type { Observation } from '../../checks/case/observation.js';
import { isSuccess } from '../../checks/transport/statuses.js';
import { isInconclusiveFor } from '../running/outage-detector.js';

/** Tracks what the answers of a campaign did not show, so that it was never judged. */
export class JudgedEndpoints {
  #verdicts = 0;
  #successes = 0;
  /** The number of records of known operations with a stage, and of those at the first stage without a failure. */
  readonly #records = { all: 0, started: 0 };
  /** For each endpoint that got a request whose answer can be judged, whether one was judged. */
  readonly #areJudged = new Map<string, boolean>();

  /** Counts the observation of one request. */
  count(observation: Observation): void {
    const { request, answer } = observation;
    const { simulationStatus } = answer?.simulation ?? {};
    if (simulationStatus !== undefined) this.#verdicts++;
    if (simulationStatus === true) this.#successes++;
    const { stage, success } = answer?.inclusion ?? {};
    if (request.expect.kind === 'known' && stage !== undefined) {
      this.#records.all++;
      if (stage === 'start' && success !== false) this.#records.started++;
    }
    const isJudged = judgement(observation);
    if (isJudged === undefined || this.#areJudged.get(request.endpoint) === true) return;
    this.#areJudged.set(request.endpoint, isJudged);
  }

  /** The endpoints that answered, but without an answer that could be judged. */
  get unjudged(): string[] {
    return [...this.#areJudged].flatMap(([endpoint, isJudged]) => (isJudged ? [] : [endpoint]));
  }

  /** What was not seen, each in a few words. The texts are the same in each shard, so that shards can be merged. */
  get gaps(): string[] {
    const of = (endpoint: string): boolean => this.#areJudged.get(endpoint) === false;
    const own = this.unjudged.filter((name) => name !== 'simulate' && name !== 'inclusion');
    return [
      ...(of('simulate') && this.#verdicts === 0 ? ['no simulation gave a verdict'] : []),
      ...(this.#successes === 0 ? ['no simulation succeeded'] : []),
      ...(of('inclusion') ? ['no record of a known operation had a stage'] : []),
      ...(this.#records.all > 0 && this.#records.started === this.#records.all
        ? ['no operation got past its first stage']
        : []),
      ...own.map((name) => `no answer of ${name} was a success`),
    ];
  }
}

/**
 * Returns whether an answer has the content that its request asked for; undefined if there is no answer or the request had
 * another purpose. An error instead of required content is judged, because it is wrong. If a rejection is as valid as an
 * answer, it does not count.
 */
function judgement(observation: Observation): boolean | undefined {
  const { request, answer } = observation;
  if (answer === undefined || 'wire' in request || isInconclusiveFor(observation)) return undefined;
  const isError = !isSuccess(answer.status);
  switch (request.expect.kind) {
    case 'simulated':
      return isError || answer.simulation?.simulationStatus !== undefined;
    case 'survived':
      return request.endpoint === 'simulate' ? answer.simulation?.simulationStatus !== undefined : undefined;
    case 'known':
      return isError || answer.inclusion?.stage !== undefined;
    case 'answered':
      return !isError || request.expect.exists === true;
    default:
      return undefined;
  }
}
