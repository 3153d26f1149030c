/** The values of `note.errorName` that were seen in practice (section 2.3). */
export const errorNamesInPractice = [
  'ProxyCallError',
  'NotEnoughGas',
  'InvalidMerkleProof',
  'MessageAlreadyProcessed',
  'TokenNotExist',
] as const;

/** The error names of notes (section 2.3). Source: practice. */
export type ExecutionErrorName = (typeof errorNamesInPractice)[number];
