import { type CasePlan, type CaseRequest, caseRequests } from '../../case/case-plan.js';
import type { Conventions } from '../../contract/conventions.js';
import { examplesOf, placesOf, withField } from '../../contract/request-places.js';
import {
  isGiven,
  isText,
  type LooseSimulationRequest,
  type RequestField,
  type RequestFieldRow,
  requestFieldRows,
} from '../../contract/simulation-request.js';
import { memberAt } from '../../internal/json.js';
import { type FindingCondition, findingId, type Signature } from '../model/finding.js';
import type { ChangeableCases } from './changeable-case.js';

/** Returns the condition of the finding with an id, as far as it is known. */
export type ConditionOf = (id: string) => FindingCondition | undefined;

/** Returns cases of one valid call, each with one optional member removed or, if it is absent, set. */
export function conditionCases(
  plan: CasePlan,
  changeable: ChangeableCases,
  conventions: Conventions,
): { readonly path: string; readonly wasSet: boolean; readonly plan: CasePlan }[] {
  const [request, ...others] = caseRequests(plan);
  if (request?.expect.kind !== 'simulated' || others.length > 0) return [];
  const changed = changeable(plan);
  if (changed === undefined) return [];
  const call = changed.request;
  return requestFieldRows.flatMap((row) => {
    const { path, field } = row;
    const wasSet = isSet(call, row);
    const value = wasSet
      ? unset(field)
      : examplesOf(path, conventions).find((example) => isValueSet(field, example));
    const next = changed.planWith(withField(call, row, value));
    return next === undefined || wasSet === isSet(callOf(next), row) ? [] : [{ path, wasSet, plan: next }];
  });
}

/**
 * Returns the signature under which a request shows a finding: one with the opposite of its condition, if the condition is
 * known and the request does not meet it.
 */
export function signatureWithin(
  signature: Signature,
  request: CaseRequest,
  conditionOf: ConditionOf,
): Signature {
  const condition = conditionOf(findingId(signature));
  if (condition === undefined || meets(request, condition)) return signature;
  const other = [signature.condition, conditionText(condition, false)].filter(Boolean).join('; ');
  return signatureWithin({ ...signature, condition: other }, request, conditionOf);
}

/** Returns whether a request meets a condition. A request that is not a valid call meets every condition. */
function meets({ expect }: CaseRequest, { set, absent }: FindingCondition): boolean {
  if (expect.kind !== 'simulated') return true;
  const isIn = (path: string): boolean =>
    requestFieldRows.some((row) => row.path === path && isSet(expect.request, row));
  return set.every(isIn) && !absent.some(isIn);
}

/** Describes a condition: `with alphaCallParams.methodName`; its opposite for requests that do not meet it. */
export function conditionText({ set, absent }: FindingCondition, isMet = true): string {
  const parts = [...set.map((path) => `with ${path}`), ...absent.map((path) => `without ${path}`)];
  return isMet ? parts.join(', ') : `not ${parts.join(', ')}`;
}

function callOf(plan: CasePlan): LooseSimulationRequest {
  const expect = caseRequests(plan)[0]?.expect;
  return expect?.kind === 'simulated' ? expect.request : {};
}

function isSet(call: LooseSimulationRequest, { path, field }: RequestFieldRow): boolean {
  return placesOf(path, call).some((steps) => isValueSet(field, memberAt(call, steps)));
}

function isValueSet(field: RequestField, value: unknown): boolean {
  if (isText(field)) return isGiven(value, field);
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
}

function unset(field: RequestField): unknown {
  return 'items' in field ? [] : undefined;
}
