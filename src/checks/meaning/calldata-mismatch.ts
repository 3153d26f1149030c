import { alphaAddressShape } from '../../contract/alpha-address-shape.js';
import type { SimulationRequest } from '../../contract/request-schema.js';
import { printText } from '../../internal/print.js';
import type { Check } from '../case/check.js';
import type { Flaw } from '../case/judge-each.js';
import { judgeSimulations } from './judge-meaning.js';

const hexBytes = /^0x(?:[0-9a-f]{2})*$/;

/** The call data of a simulation is that of the call. */
export const calldataMismatch: Check = {
  name: 'calldata-mismatch',
  family: 'meaning',
  severity: 'critical',
  about: "Call data must be hex bytes, and hold the call's target and its arguments.",
  source: 'section 2.2; that the encoding of a call holds both as they are: assumption',
  judge: judgeSimulations(({ debugInfo }, expect) => {
    const callData = debugInfo?.callData?.toLowerCase();
    if (!callData || expect.kind !== 'simulated') return undefined;
    if (!hexBytes.test(callData))
      return flaw('no hex bytes', `expected hex bytes as call data, got "${printText(callData)}"`);
    return missingParts(callData, expect.request);
  }),
};

function missingParts(callData: string, { alphaCallParams: call = {} }: SimulationRequest): Flaw[] {
  const { target = '', arguments: text = '' } = call;
  const missing = (part: string, value: string): Flaw =>
    flaw(
      `without the ${part}`,
      `expected call data with the ${part} ${printText(value)}, got ${printText(callData)}`,
    );
  return [
    ...(alphaAddressShape.test(target) && !holds(callData, target) ? [missing('target', target)] : []),
    ...(holds(callData, text) ? [] : [missing('arguments', text)]),
  ];
}

/** Where formats are open, arguments may be anything; only hex bytes can be looked for. */
function holds(callData: string, part: string): boolean {
  const hex = part.toLowerCase();
  return !hexBytes.test(hex) || callData.includes(hex.slice(2));
}

function flaw(kind: string, message: string): Flaw {
  return { path: 'response.debugInfo.callData', class: kind, message };
}
