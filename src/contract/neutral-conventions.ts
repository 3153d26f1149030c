import { type ChainNames, toNeutralEnum } from './chains.js';
import type { Conventions, RequestFieldPath } from './conventions.js';
import { neutralPath } from './wire-fields.js';

/**
 * Gives conventions their neutral names, whether stages, chain types and request fields were written with these or with
 * those of the deployment. What is not of its type is left as it is, for the rules of options to refuse.
 */
export function neutralConventions<Given extends Partial<Conventions>>(
  given: Given,
  chains: ChainNames,
): Given {
  const read: { -readonly [Name in keyof Conventions]?: Conventions[Name] } = { ...given };
  const { stages, blockchainTypes, includedStage, requiredRequestFields } = given;
  const nameOf = (name: string): string => (typeof name === 'string' ? toNeutralEnum(name, chains) : name);
  if (Array.isArray(stages)) read.stages = stages.map(nameOf);
  if (Array.isArray(blockchainTypes)) read.blockchainTypes = blockchainTypes.map(nameOf);
  if (includedStage !== undefined) read.includedStage = nameOf(includedStage);
  if (Array.isArray(requiredRequestFields))
    read.requiredRequestFields = requiredRequestFields.map((path) =>
      typeof path === 'string' ? (neutralPath(path, chains) as RequestFieldPath) : path,
    );
  return read as Given;
}
