/** The faults that a local deployment can have, in the order in which they are listed. */
export const faultNames = [
  'delay',
  'jitter',
  'stall-headers',
  'stall-body',
  'reset-before-headers',
  'reset-after-headers',
  'truncated-body',
  'too-many-requests',
  'too-many-requests-retry-after',
  'internal-server-error',
  'bad-gateway',
  'service-unavailable',
  'gateway-timeout',
  'html',
  'wrong-content-type',
  'wrong-types',
  'rounded-integers',
  'snake-case',
  'null-lists',
  'missing-envelope',
  'stage-regression',
  'duplicate-transactions',
  'lost-transactions',
  'slow-consensus',
  'missed-quorum',
] as const;

/** The name of a fault. */
export type FaultName = (typeof faultNames)[number];
