import { simulationVerdict } from '../../contract/verdicts.js';
import { formatText } from '../../internal/print.js';
import type { Check } from '../case/check.js';
import { amountsSent, tokenTotals } from '../token-totals.js';
import { judgeSimulations } from './judge-meaning.js';

/** Outgoing messages carry what the call is known to send back. */
export const assetsNotConserved: Check = {
  name: 'assets-not-conserved',
  family: 'meaning',
  severity: 'critical',
  about: 'Outgoing messages must burn and lock as much of each token as the call is known to send back.',
  source: 'section 2.2; the expected outcome comes from the author of the call',
  judge: judgeSimulations((simulation, expect) => {
    if (expect.kind !== 'simulated' || expect.returns === undefined) return undefined;
    if (simulationVerdict(simulation) !== 'success') return undefined;
    const wanted = tokenTotals(expect.returns);
    const sent = tokenTotals(amountsSent(simulation.outMessages));
    return [...new Set([...wanted.keys(), ...sent.keys()])].flatMap((token) => {
      const [amount, got] = [wanted.get(token) ?? 0n, sent.get(token) ?? 0n];
      if (amount === got) return [];
      const name = token === '' ? 'the native coin' : formatText(token);
      return {
        path: 'response.outMessages',
        class: got < amount ? 'lost' : 'created',
        message: `expected outgoing messages to burn and lock ${amount} of ${name}, got ${got}`,
      };
    });
  }),
};
