import type { Observation } from '../../checks/case/observation.js';
import { isSuccess } from '../../checks/transport/statuses.js';
import { isInconclusiveFor } from '../running/outage-detector.js';

/** What the answers of a campaign did not say, and so was never judged. */
export class JudgedEndpoints {
  #verdicts = 0;
  #successes = 0;
  /** Records of known operations with a stage, and those of them that are at the first and have not failed. */
  readonly #records = { all: 0, started: 0 };
  /** Of the endpoints that were asked something that has an answer to judge, whether one was. */
  readonly #areJudged = new Map<string, boolean>();

  /** Takes what came of one request. */
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

  /** The endpoints of which no answer could be judged, although answers came. */
  get unjudged(): string[] {
    return [...this.#areJudged].flatMap(([endpoint, isJudged]) => (isJudged ? [] : [endpoint]));
  }

  /** What was not seen, each in a few words. They are the same in each shard, so that shards can be put together. */
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
 * Whether an answer says what a request was for; undefined where nothing came or it was for something else. An error in
 * place of what must be there is judged: it is wrong. Where a rejection is as right as an answer, it says nothing.
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
