import { definedMembers } from '../internal/objects.js';
import type { SmokeOptions, SmokeSettings } from './smoke-options.js';

/** The smoke options of a configuration. */
interface ConfiguredSmoke extends Pick<SmokeOptions, 'request' | 'operationIds' | 'endpoints'> {
  /** Settings for all deployments. */
  readonly smoke?: SmokeSettings | undefined;
}

/** Completes options with those of the configuration. Budgets are merged one by one. */
export function withConfiguration<Given extends Partial<SmokeOptions>>(
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
