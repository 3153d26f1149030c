import type { Conventions } from '../contract/conventions.js';

/** What the note of an operation says that sent nothing back, and so never comes to the source chain again. */
export const endsOnDestinationChain = 'ends on the destination chain';

/** How a local deployment fills in what the interface leaves open, where that is not as in practice. */
export const localConventions: Partial<Conventions> = {
  endsOnAlpha: ({ note }) => note?.content === endsOnDestinationChain,
};
