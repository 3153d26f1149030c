import { randomInt } from 'node:crypto';
import { type CasePlan, type CaseRequest, caseRequests, inSequence } from '../../case/case-plan.js';
import type { RequestSpan } from '../../case/observation.js';
import type { Deployment } from '../../deployment/deployment.js';

/** The requests of other cases around a request. */
export interface CaseContext {
  /** Those that began before it, in the order in which they ended: those in progress with it are the last. */
  readonly preceding: readonly CaseRequest[];
  /** Those that were in progress with it. */
  readonly concurrent: readonly CaseRequest[];
}

/**
 * Returns a function that replaces the shards keys of the valid calls of a case with ones that the deployment has not seen,
 * so that stored answers to earlier requests have no effect. Equal keys stay equal. It returns undefined for a case without
 * such calls.
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
const maxConcurrent = 15;
/** The maximum total duration of the requests that are tried, because a rerun of 64 timeouts would last minutes. Assumption. */
const maxPrecedingMs = 10_000;

/** The newest requests of a campaign, in the order in which they began. */
export class RequestLog {
  readonly #maxPreceding: number;
  #requests: LoggedRequest[] = [];

  /** @param maxPreceding - How many requests before one are tried as the cause of its finding. */
  constructor(maxPreceding: number) {
    this.#maxPreceding = maxPreceding;
  }

  /** Records the start of a request. Returns the function that records its end. */
  begin(request: CaseRequest, startMs: number): (endMs: number) => void {
    const logged: LoggedRequest & { endMs?: number } = { request, startMs };
    const kept = maxLogged + this.#maxPreceding;
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
    const preceding = others
      .filter((other) => other.startMs < startMs)
      .sort(
        (one, other) => Math.min(one.endMs ?? startMs, startMs) - Math.min(other.endMs ?? startMs, startMs),
      );
    const concurrent = others.filter(
      (other) => other.startMs <= endMs && (other.endMs ?? Number.POSITIVE_INFINITY) >= startMs,
    );
    return {
      preceding: this.#newest(preceding),
      concurrent: concurrent.slice(-maxConcurrent).map(({ request }) => request),
    };
  }

  /** Returns the last requests of a list: as many as may be tried, but at least one. */
  #newest(requests: readonly LoggedRequest[]): CaseRequest[] {
    const newest: CaseRequest[] = [];
    let tookMs = 0;
    for (const { request, startMs, endMs = startMs } of requests.toReversed()) {
      tookMs += endMs - startMs;
      if (newest.length === this.#maxPreceding || (tookMs > maxPrecedingMs && newest.length > 0)) break;
      newest.unshift(request);
    }
    return newest;
  }
}
