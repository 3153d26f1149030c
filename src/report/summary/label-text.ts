import type { Finding } from '../../fuzz/findings/finding.js';

/** How sure a finding is, in a few words: `stable 5/5`. */
export function labelText({ label, runs, isKnown }: Finding): string {
  const sure = label === 'unconfirmed' ? label : `${label} ${runs.shown}/${runs.of}`;
  return isKnown ? `${sure}, known` : sure;
}
