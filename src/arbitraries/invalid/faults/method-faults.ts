import fc from 'fast-check';
import type { ValueFault } from './request-fault.js';

/** Faults of method names. The form is practice. */
export const methodFaults: readonly ValueFault[] = [
  {
    fault: 'bad-method-name',
    reason: 'It is not a name, bare or with (bytes,bytes) after it.',
    at: {
      method: fc.constantFrom(
        '1st',
        'swap()',
        'swap(bytes)',
        'swap(bytes, bytes)',
        'swap(bytes,bytes',
        'swap(bytes,bytes)(bytes,bytes)',
        '(bytes,bytes)',
        'add-liquidity',
        'a.b',
        'größe',
      ),
    },
  },
];
