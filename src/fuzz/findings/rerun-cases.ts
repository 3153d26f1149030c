import { randomInt } from 'node:crypto';
import { type CasePlan, type CaseRequest, caseRequests, inSequence } from '../../case/case-plan.js';
import type { Deployment } from '../../deployment/deployment.js';

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
