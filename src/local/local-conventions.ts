import { type Conventions, defaultConventions } from '../contract/conventions.js';
import { definedMembers } from '../internal/objects.js';

/** What the note of an operation says that sent nothing back, and so never comes to the source chain again. */
export const endsOnDestinationChain = 'ends on the destination chain';

/** How a local deployment fills in what the interface leaves open, where that is not as in practice. */
export const localConventions: Partial<Conventions> = {
  endsOnAlpha: ({ note }) => note?.content === endsOnDestinationChain,
};

/**
 * The conventions that a local deployment can be told to keep. `stages` are seven names, `blockchainTypes` two, each
 * in the order of those of practice, which they take the place of.
 */
export type LocalConventions = { readonly [Name in Kept]?: Conventions[Name] | undefined };

type Kept =
  | 'operationIdParameter'
  | 'stages'
  | 'includedStage'
  | 'blockchainTypes'
  | 'timestampUnit'
  | 'requiredRequestFields'
  | 'requestValidation'
  | 'additionalRequestMembers'
  | 'duplicateRequestMembers';

/** Adds what follows from the conventions that are given: a deployment that renames its stages renames `includedStage`. */
export function completeConventions(conventions: LocalConventions = {}): Partial<Pick<Conventions, Kept>> {
  const given = definedMembers(conventions);
  const includedStage = given.stages?.[defaultConventions.stages.indexOf(defaultConventions.includedStage)];
  return includedStage === undefined ? given : { includedStage, ...given };
}
