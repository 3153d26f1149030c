import * as Hash from 'ox/Hash';
import type { LooseSimulationRequest } from '../../../contract/simulation-request.js';
import type { Check } from '../../case/check.js';
import { judgeSimulations } from '../../case/judge-each.js';
import { judgeAfter } from '../../records/judge-polls.js';
import { sentCall } from './earlier-simulations.js';

const path = 'response.debugInfo.to';

const judgeSenders = judgeSimulations((simulation, expect, { conventions }) => {
  if (conventions.callRecipient === 'any' || expect.kind !== 'simulated') return undefined;
  const from = simulation.debugInfo?.from?.toLowerCase();
  const sent = sentCall(expect.request, simulation);
  const executor = expect.request.executorAddress?.toLowerCase();
  if (from && executor && from !== executor && sent?.to === executor && !sent.isToTarget)
    return {
      path,
      class: 'sender and recipient swapped',
      message: `expected the executor of the request as the sender, got it as the recipient, and ${from} as the sender`,
    };
  // A request may ask for such a sender, and may have the one that there is as its target.
  if (from !== sent?.to || sent?.isToTarget !== false) return undefined;
  if (from === executor) return undefined;
  return {
    path: 'response.debugInfo.from',
    class: 'who is called',
    message: `expected a sender that does not call itself, got ${from} as sender and recipient`,
  };
});

const judgeRecipients = judgeAfter(
  ({ request: { expect }, answer }, { startMs }, { simulations }, { conventions }) => {
    if (conventions.callRecipient === 'any' || expect.kind !== 'simulated') return undefined;
    const sent = answer?.simulation && sentCall(expect.request, answer.simulation);
    if (!sent?.isToTarget) return undefined;
    const before = simulations.sentBefore(sent.kind, startMs);
    // A call may have the contract that all calls go through as its target.
    if (before.some((other) => other.to === sent.to && !other.isToTarget)) return undefined;
    const through = before.find((other) => !other.isToTarget);
    if (through !== undefined)
      return {
        path,
        class: 'target of the call',
        message: `expected the call to be sent to ${through.to}, as another call is, got its target ${sent.to}`,
        to: through.request,
      };
    const another = before.find((other) => other.to !== sent.to);
    if (another === undefined || !isForAnother(expect.request, answer?.simulation?.debugInfo?.callData))
      return undefined;
    return {
      path,
      class: 'not who the call data is for',
      message: `expected the contract whose function the call data calls, got the target ${sent.to}, although the call data contains the method's name as a string`,
      to: another.request,
    };
  },
);

export const callRecipient: Check = {
  name: 'call-recipient',
  family: 'meaning',
  severity: 'major',
  about:
    'The recipient of a call must not be its target if other calls go through one contract or the call data is for such a contract. The sender must not be the recipient, nor the executor of the request the recipient instead of the sender.',
  source:
    'section 2.2; that calls of one kind have the same recipient: assumption, the convention callRecipient; that a bare method name means name(bytes,bytes): practice',
  judge: (observed, context) => [...judgeSenders(observed, context), ...judgeRecipients(observed, context)],
};

/** A target is called by the selector of its method. A full method name is for a contract that forwards the call. */
function isForAnother({ alphaCallParams }: LooseSimulationRequest, callData = ''): boolean {
  const name = alphaCallParams?.methodName ?? '';
  const bare = name.replace(/\(.*$/s, '');
  if (bare.length < leastName || !callData.includes(Buffer.from(bare).toString('hex'))) return false;
  const signature = name.includes('(') ? name : `${name}(bytes,bytes)`;
  return !callData.startsWith(Hash.keccak256(Buffer.from(signature), { as: 'Hex' }).slice(0, 10));
}

/** A shorter one may stand in call data by accident. */
const leastName = 4;
