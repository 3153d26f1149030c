import { randomInt } from 'node:crypto';
import {
  type CasePlan,
  type CaseRequest,
  type CaseStep,
  caseRequests,
  inSequence,
} from '../../checks/case/case-plan.js';
import type { RequestSpan } from '../../checks/case/observation.js';
import type { Deployment } from '../../deployment/deployment.js';
import type { PhaseCase } from '../phases/phase.js';

/** The requests of other cases around a request. */
export interface CaseContext {
  /** Those that began before it, in the order in which they ended: those in progress with it are the last. */
  readonly before: readonly CaseRequest[];
  /** Those that were in progress with it. */
  readonly beside: readonly CaseRequest[];
}

/**
 * Returns a case together with requests of other cases: some sent one after the other before the step of a request, some at
 * the same time as the step. It shrinks by fewer of them first, then like the case.
 *
 * @param at - The index of the request in the case, counted from 0 over all steps.
 */
export function caseInContext(phaseCase: PhaseCase, at: number, context: CaseContext): PhaseCase {
  const { before, beside } = context;
  const count = caseRequests(phaseCase.plan).length;
  return {
    plan: planInContext(phaseCase.plan, at, context),
    *shrinks() {
      for (const fewer of shorterLists(before)) yield caseInContext(phaseCase, at, { before: fewer, beside });
      for (const fewer of shorterLists(beside)) yield caseInContext(phaseCase, at, { before, beside: fewer });
      for (const simpler of phaseCase.shrinks())
        if (caseRequests(simpler.plan).length === count) yield caseInContext(simpler, at, context);
    },
  };
}

function planInContext(plan: CasePlan, at: number, { before, beside }: CaseContext): CasePlan {
  let first = 0;
  const index = plan.steps.findIndex(({ requests }) => {
    if (at < first + requests.length) return true;
    first += requests.length;
    return false;
  });
  const { requests = [], ...step } = plan.steps[index] ?? {};
  const last = first + requests.length;
  const shifted = (place: number): number =>
    place + (place >= first ? before.length : 0) + (place >= last ? beside.length : 0);
  const steps: CaseStep[] = [
    ...plan.steps.slice(0, index),
    ...inSequence(before),
    { ...step, requests: [...requests, ...beside] },
    ...plan.steps.slice(index + 1),
  ];
  const { relation } = plan;
  if (relation === undefined) return { ...plan, steps };
  const pairs = relation.pairs.map(([one, other]) => [shifted(one), shifted(other)] as const);
  return { ...plan, steps, relation: { ...relation, pairs } };
}

/** Returns the later half of a list, if it is long, then the list without each of its items. */
function shorterLists<T>(list: readonly T[]): T[][] {
  const half = list.length > 2 ? [list.slice(Math.ceil(list.length / 2))] : [];
  return [...half, ...list.map((_, index) => list.toSpliced(index, 1))];
}

/**
 * Returns a function that gives the valid calls of a case other shards keys, which the deployment has not seen, so that stored
 * answers to earlier requests have no effect. Equal keys stay equal. Returns undefined for a case without such
 * calls.
 */
export function freshCases({ dialect }: Deployment): (plan: CasePlan) => CasePlan | undefined {
  const [name = ''] = Object.keys(dialect.toWireRequest({ shardsKey: '0' }));
  const member = new RegExp(`("${name.replace(/[^\w]/g, '\\$&')}"\\s*:\\s*")(\\d+)(?=")`);
  return (plan) => {
    const keys = new Map<string, string>();
    const freshKey = (key: string): string => {
      const fresh = keys.get(key) ?? otherKey(key);
      keys.set(key, fresh);
      return fresh;
    };
    const fresh = (request: CaseRequest): CaseRequest => {
      const { expect } = request;
      if ('wire' in request || expect.kind !== 'simulated' || typeof request.body !== 'string')
        return request;
      const { shardsKey } = expect.request;
      if (shardsKey === undefined || member.exec(request.body)?.[2] !== shardsKey) return request;
      return {
        ...request,
        body: request.body.replace(member, (_, before: string) => `${before}${freshKey(shardsKey)}`),
        expect: {
          ...expect,
          request: { ...expect.request, shardsKey: freshKey(shardsKey) },
          ...(expect.sends === undefined
            ? {}
            : {
                sends: expect.sends.map((sent) =>
                  sent.shardsKey === shardsKey ? { ...sent, shardsKey: freshKey(shardsKey) } : sent,
                ),
              }),
        },
      };
    };
    const steps = plan.steps.map((step) => ({ ...step, requests: step.requests.map(fresh) }));
    return keys.size > 0 ? { ...plan, steps } : undefined;
  };
}

/** Returns a key with the same last three digits; a key of 10^12 or more becomes one that is at most as great. */
function otherKey(text: string): string {
  const key = BigInt(text);
  const others = key / 1_000_000n;
  const random = BigInt(randomInt(2 ** 40));
  return `${others < 1_000_000n ? random * 1_000n + (key % 1_000n) : key - 1_000n * (1n + (random % others))}`;
}

/** Relations whose compared requests are the same; the change is around them. */
const relationsOfOneRequest: readonly string[] = ['determinism', 'isolation', 'concurrency'];

/**
 * Replaces every request of a case with the unchanged one: if its answers differ too, the change is not the reason. Returns
 * undefined for a case that does not change a request.
 */
export function unchangedCase(plan: CasePlan): CasePlan | undefined {
  const { phase, relation } = plan;
  if (relation === undefined || relationsOfOneRequest.includes(relation.name)) return undefined;
  const requests = caseRequests(plan);
  const base = requests[relation.pairs[0]?.[0] ?? 0];
  if (base === undefined) return undefined;
  const name = 'determinism';
  return {
    phase,
    kind: name,
    steps: inSequence(requests.map(() => base)),
    relation: {
      name,
      pairs: requests.slice(1).map((_, index) => [0, index + 1] as const),
    },
  };
}

/**
 * Returns a case with only the first poll. Sent between reruns, one more time before each, it prevents every third or fifth
 * answer from always meeting the same request. Undefined for cases that do not begin with a poll.
 */
export function pollBetween({ steps, phase, kind }: CasePlan): CasePlan | undefined {
  const first = steps[0]?.requests[0];
  if (first === undefined || 'wire' in first || first.endpoint !== 'inclusion') return undefined;
  return { phase, kind, steps: [{ requests: [first] }] };
}

/** A request of a campaign; one in progress has no end. */
interface LoggedRequest extends Partial<Pick<RequestSpan, 'endMs'>> {
  readonly request: CaseRequest;
  readonly startMs: number;
}

/** How many more requests are kept: those of the cases that are judged together. Assumption. */
const maxLogged = 512;
const maxBeside = 15;
/** The maximum total duration of the requests that are tried, because a rerun of 64 timeouts would last minutes. Assumption. */
const maxBeforeMs = 10_000;

/** The newest requests of a campaign, in the order in which they began. */
export class RequestLog {
  readonly #maxBefore: number;
  #requests: LoggedRequest[] = [];

  /** @param maxBefore - How many requests before one are tried as the cause of its finding. */
  constructor(maxBefore: number) {
    this.#maxBefore = maxBefore;
  }

  /** Records the start of a request. Returns the function that records its end. */
  begin(request: CaseRequest, startMs: number): (endMs: number) => void {
    const logged: LoggedRequest & { endMs?: number } = { request, startMs };
    const kept = maxLogged + this.#maxBefore;
    if (this.#requests.length >= 2 * kept) this.#requests = this.#requests.slice(-kept);
    this.#requests.push(logged);
    return (endMs) => {
      logged.endMs = endMs;
    };
  }

  /** Returns the requests around a request of a case, without those of the case itself. */
  around({ startMs, endMs }: Pick<RequestSpan, 'startMs' | 'endMs'>, plan: CasePlan): CaseContext {
    const own = new Set(caseRequests(plan));
    const others = this.#requests.filter(({ request }) => !own.has(request));
    const before = others
      .filter((other) => other.startMs < startMs)
      .sort(
        (one, other) => Math.min(one.endMs ?? startMs, startMs) - Math.min(other.endMs ?? startMs, startMs),
      );
    const beside = others.filter(
      (other) => other.startMs <= endMs && (other.endMs ?? Number.POSITIVE_INFINITY) >= startMs,
    );
    return {
      before: this.#newest(before),
      beside: beside.slice(-maxBeside).map(({ request }) => request),
    };
  }

  /** Returns the last requests of a list: as many as may be tried, but at least one. */
  #newest(requests: readonly LoggedRequest[]): CaseRequest[] {
    const newest: CaseRequest[] = [];
    let tookMs = 0;
    for (const { request, startMs, endMs = startMs } of requests.toReversed()) {
      tookMs += endMs - startMs;
      if (newest.length === this.#maxBefore || (tookMs > maxBeforeMs && newest.length > 0)) break;
      newest.unshift(request);
    }
    return newest;
  }
}
