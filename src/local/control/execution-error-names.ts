import type { ExecutionErrorName } from '../local-control.js';

/** The error names that an execution can be told to fail with (section 2.3). Source: practice. */
export const executionErrorNames = [
  'ProxyCallError',
  'NotEnoughGas',
  'InvalidMerkleProof',
  'MessageAlreadyProcessed',
  'TokenNotExist',
] as const satisfies readonly ExecutionErrorName[];
