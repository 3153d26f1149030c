import { definedMembers } from '../internal/objects.js';
import type { SmokeOptions, SmokeSettings } from './smoke-options.js';

/** What a configuration says of smoke runs of a deployment. */
export interface ConfiguredSmoke extends Pick<SmokeOptions, 'request' | 'operationIds' | 'endpoints'> {
  /** Settings of all deployments. */
  readonly smoke?: SmokeSettings | undefined;
}

/** Options as they are given, and what the configuration says where they say nothing; of budgets each by itself. */
export function withConfigured<Given extends Partial<SmokeOptions>>(
  given: Given,
  { request, operationIds, endpoints, smoke }: ConfiguredSmoke,
) {
  const { budgets, ...others } = definedMembers(given);
  return {
    ...definedMembers({ request, operationIds, endpoints }),
    ...smoke,
    ...others,
    budgets: { ...smoke?.budgets, ...definedMembers(budgets) },
  };
}
