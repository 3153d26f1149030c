import type { BuiltInEndpointName } from '../../endpoint/built-in.js';
import type { FaultKind } from './fault-kind.js';
import { faultKinds } from './fault-kinds.js';
import { type FaultName, faultNames } from './fault-names.js';

/** A fault that the local deployment can inject. */
export interface KnownFault {
  readonly fault: FaultName;
  /** What it does, in one sentence. */
  readonly summary: string;
  /** Of one family only the first fault that triggers has an effect; faults of different families add up. */
  readonly family: FaultKind['family'];
  /** The endpoints whose requests or answers can have it; none for what concerns the validators. */
  readonly endpoints: readonly BuiltInEndpointName[];
  /** Default of `ms`; `null` until the client leaves; absent when the fault takes no time. */
  readonly defaultMs?: number | null;
}

/** All faults, in the order in which they are listed. */
export const knownFaults: readonly KnownFault[] = faultNames.map((fault) => {
  const { summary, family, endpoints, defaultMs } = faultKinds[fault];
  const known = { fault, summary, family, endpoints };
  if (defaultMs === undefined) return known;
  return { ...known, defaultMs: Number.isFinite(defaultMs) ? defaultMs : null };
});
