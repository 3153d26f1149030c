import { simulationVerdict } from '../../contract/verdicts.js';
import type { Check } from '../case/check.js';
import { judgeSimulations } from './judge-meaning.js';

/** A call that succeeds takes gas. */
export const gasMissing: Check = {
  name: 'gas-missing',
  family: 'meaning',
  severity: 'major',
  about: 'A simulation that succeeds must estimate gas above zero.',
  source: 'section 2.2; that a success has an estimate: assumption, the convention gasEstimate',
  judge: judgeSimulations((simulation, _, { conventions: { gasEstimate } }) => {
    const { estimatedGas: gas } = simulation;
    if (simulationVerdict(simulation) !== 'success' || (gas !== undefined && gas > 0n)) return undefined;
    if (gas === undefined && gasEstimate === 'unknown') return undefined;
    return {
      path: 'response.estimatedGas',
      class: gas === undefined ? 'absent' : gas === 0n ? 'zero' : 'negative',
      message: `expected a gas estimate above zero for a success, got ${gas ?? 'none'}`,
    };
  }),
};
