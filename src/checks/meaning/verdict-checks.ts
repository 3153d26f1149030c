import { simulationVerdict } from '../../contract/verdicts.js';
import { formatText } from '../../internal/print.js';
import type { Check } from '../case/check.js';
import { judgeSimulations } from './judge-meaning.js';

/** A success has no error text, and a failure has one. Absent members are not judged. */
export const verdictContradictsError: Check = {
  name: 'verdict-contradicts-error',
  family: 'meaning',
  severity: 'critical',
  about: 'A successful simulation must not have an error, and the error of a failed one must not be empty.',
  source: 'section 7',
  judge: judgeSimulations((simulation) => {
    const { simulationStatus, simulationError: error } = simulation;
    const path = 'response.simulationError';
    if (simulationStatus && error) {
      const message = `expected no error for a success, got "${formatText(error)}"`;
      return { path, class: 'error of a success', message };
    }
    if (simulationStatus === false && error === '') {
      const message = 'expected the error of a failure to give a reason, got an empty string';
      return { path, class: 'failure without error', message };
    }
    return undefined;
  }),
};

/** A call of which the outcome is known beforehand has that outcome. */
export const wrongVerdict: Check = {
  name: 'wrong-verdict',
  family: 'meaning',
  severity: 'critical',
  about:
    'A call that is known to succeed must not fail in simulation, and one that is known to fail must not succeed.',
  source: 'section 2.2; the expected outcome comes from the author of the call',
  judge: judgeSimulations((simulation, expect) => {
    if (expect.kind !== 'simulated' || expect.succeeds === undefined) return undefined;
    const verdict = simulationVerdict(simulation);
    const wanted = expect.succeeds ? 'success' : 'failure';
    if (verdict === 'none' || verdict === wanted) return undefined;
    const error = simulation.simulationError ? ` "${formatText(simulation.simulationError)}"` : '';
    return {
      path: 'response.simulationStatus',
      class: `${verdict} for ${wanted}`,
      message: `expected the call to simulate as a ${wanted}, got a ${verdict}${error}`,
    };
  }),
};
