import { z } from 'zod';
import { conventionsSchema, defaultConventions } from '../contract/conventions.js';
import { deploymentOptions, namingIssues } from '../deployment/deployment.js';
import { type OptionIssue, optionIssues } from '../internal/options.js';
import { completeConventions, type LocalConventions } from './local-conventions.js';
import type { LocalDeploymentOptions } from './local-deployment.js';

const conventions = conventionsSchema.shape;

const localNames = z.looseObject({
  chains: deploymentOptions.shape.chains,
  conventions: z
    .strictObject({
      requiredRequestFields: conventions.requiredRequestFields,
      requestValidation: conventions.requestValidation,
      additionalRequestMembers: conventions.additionalRequestMembers,
      duplicateRequestMembers: conventions.duplicateRequestMembers,
      operationIdParameter: conventions.operationIdParameter,
      includedStage: conventions.includedStage,
      timestampUnit: conventions.timestampUnit,
      stages: namesOf(conventions.stages, defaultConventions.stages.length),
      blockchainTypes: namesOf(conventions.blockchainTypes, defaultConventions.blockchainTypes.length),
    } satisfies Record<keyof LocalConventions, z.ZodType>)
    .optional(),
});

/** Returns what is wrong with a deployment's names of the chains, and with the conventions that it shall keep. */
export function localConventionFaults({
  chains,
  conventions,
}: Pick<LocalDeploymentOptions, 'chains' | 'conventions'>): OptionIssue[] {
  const issues = optionIssues(localNames, { chains, conventions });
  return issues.length > 0 ? issues : namingIssues({ chains, conventions: completeConventions(conventions) });
}

function namesOf<Names extends z.ZodType<readonly string[]>>(schema: Names, count: number): Names {
  return schema.refine((names) => names.length === count, `must be ${count} names`);
}
