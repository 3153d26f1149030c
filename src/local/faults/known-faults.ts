import type { BuiltInEndpointName } from '../../endpoint/built-in.js';
import { memberFaults, recordTextFaults, textFaults } from './body-faults.js';
import { crossRequestFaults, leakFaults } from './cross-request-faults.js';
import { defineFaults, type Fault } from './fault.js';
import { connectionFaults, rejectionFaults, replacementFaults, timingFaults } from './http-faults.js';
import { historyFaults, mixedUpRecordFaults, recordFaults, recordOrderFaults } from './record-faults.js';
import { headFaults, misreadRequestFaults, missingValidationFaults } from './request-faults.js';
import { blockOrderFaults, simulationFaults, simulationValueFaults } from './simulation-faults.js';

/** Faults of the validators who agree on the root of an epoch. */
const consensusFaults = defineFaults('consensus', [], {
  'slow-consensus': {
    summary: 'Delays the agreement of the validators on the root of an epoch.',
    defaultMs: 10_000,
  },
  'missed-quorum': {
    summary: 'One vote is missing for the root of an epoch; its messages join the next epoch.',
  },
});

/** Each fault by its name, in the order in which they are listed. */
export const faultsByName = {
  ...timingFaults,
  ...connectionFaults,
  ...replacementFaults,
  ...rejectionFaults,
  ...textFaults,
  ...memberFaults,
  ...simulationFaults,
  ...simulationValueFaults,
  ...crossRequestFaults,
  ...historyFaults,
  ...recordFaults,
  ...recordOrderFaults,
  ...mixedUpRecordFaults,
  ...blockOrderFaults,
  ...recordTextFaults,
  ...headFaults,
  ...missingValidationFaults,
  ...misreadRequestFaults,
  ...leakFaults,
  ...consensusFaults,
};

/** A fault that the local deployment can inject. */
export interface KnownFault {
  readonly fault: keyof typeof faultsByName;
  /** What it does, in one sentence. */
  readonly summary: string;
  /** Of one family only the first fault that triggers has an effect; faults of different families add up. */
  readonly family: Fault['family'];
  /** The endpoints whose requests or answers can have it; none if it concerns the validators. */
  readonly endpoints: readonly BuiltInEndpointName[];
  /** Default of `ms`; `null` until the client disconnects; absent if the fault takes no time. */
  readonly defaultMs?: number | null;
}

/** All faults, in the order in which they are listed. */
export const knownFaults = Object.entries<Fault>(faultsByName).map(([name, described]): KnownFault => {
  const { summary, family, endpoints, defaultMs } = described;
  const known = { fault: name as KnownFault['fault'], summary, family, endpoints };
  if (defaultMs === undefined) return known;
  return { ...known, defaultMs: Number.isFinite(defaultMs) ? defaultMs : null };
});
