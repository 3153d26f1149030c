import { randomInt } from 'node:crypto';
import type { CasePlan, CaseRequest } from '../../checks/case/case-plan.js';
import type { Deployment } from '../../deployment/deployment.js';

/**
 * Returns a function that gives the valid calls of a case other shards keys, which the deployment has not seen: an answer
 * that it kept of an earlier request has no effect on them. Equal keys stay equal. Returns undefined for a case without such
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
