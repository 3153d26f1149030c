import type { CasePlan, CaseRequest } from '../../checks/case/case-plan.js';
import { caseRequests } from '../../checks/case/case-requests.js';
import { memberAt } from '../../contract/json.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import type { ChangedPlan } from '../phases/simpler/changed-plan.js';

/** Optional members of a valid call that decide whether a finding shows, as paths with neutral names. */
export interface FindingCondition {
  /** It shows only if these are set. */
  readonly set: readonly string[];
  /** It shows only if these are absent. */
  readonly absent: readonly string[];
}

/** The members whose presence is tried, each with a plain value. */
const plainValues: Readonly<Record<string, string>> = {
  'alphaCallParams.methodName': 'a',
  executorAddress: `0x${'11'.repeat(20)}`,
  feeAssetAddress: '',
  extraData: '0x',
};

/** Returns a case of one valid call with each optional member changed: without it where it is set, otherwise with it. */
export function conditionCases(
  plan: CasePlan,
  change: ChangedPlan,
): { readonly path: string; readonly wasSet: boolean; readonly plan: CasePlan }[] {
  const [request, ...others] = caseRequests(plan);
  if (request?.expect.kind !== 'simulated' || others.length > 0) return [];
  const { expect } = request;
  return Object.entries(plainValues).flatMap(([path, value]) => {
    const wasSet = isSet(expect.request, path);
    const changed = change(plan, withMember(expect.request, path, wasSet ? undefined : value));
    return changed === undefined ? [] : [{ path, wasSet, plan: changed }];
  });
}

/** Returns whether a request meets a condition. One that is no valid call meets every condition. */
export function meets({ expect }: CaseRequest, { set, absent }: FindingCondition): boolean {
  if (expect.kind !== 'simulated') return true;
  return (
    set.every((path) => isSet(expect.request, path)) && !absent.some((path) => isSet(expect.request, path))
  );
}

/** Describes a condition: `with alphaCallParams.methodName`; the opposite of it for what does not meet it. */
export function conditionText({ set, absent }: FindingCondition, isMet = true): string {
  const parts = [...set.map((path) => `with ${path}`), ...absent.map((path) => `without ${path}`)];
  return isMet ? parts.join(', ') : `not ${parts.join(', ')}`;
}

function isSet(request: LooseSimulationRequest, path: string): boolean {
  const value = memberAt(request, path.split('.'));
  return value !== undefined && value !== '';
}

function withMember(
  { alphaCallParams }: LooseSimulationRequest,
  path: string,
  value: string | undefined,
): LooseSimulationRequest {
  if (!path.startsWith('alphaCallParams.')) return { [path]: value };
  const { methodName: _, arguments: __, ...call } = alphaCallParams ?? {};
  return {
    alphaCallParams: { ...call, ...(value === undefined ? {} : { methodName: value }) },
  } as LooseSimulationRequest;
}
