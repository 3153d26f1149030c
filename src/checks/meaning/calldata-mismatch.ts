import * as Hash from 'ox/Hash';
import { alphaAddressShape } from '../../contract/addresses.js';
import type { Conventions } from '../../contract/conventions.js';
import type { Simulation } from '../../contract/responses.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import { simulationVerdict } from '../../contract/verdicts.js';
import { formatText } from '../../internal/print.js';
import type { Check } from '../case/check.js';
import type { Flaw } from '../case/judge-each.js';
import { judgeSimulations } from './judge-meaning.js';

const hexBytes = /^0x(?:[0-9a-f]{2})*$/;

/** The call data of a simulation is that of the call. */
export const calldataMismatch: Check = {
  name: 'calldata-mismatch',
  family: 'meaning',
  severity: 'critical',
  about:
    "Call data must be hex bytes and contain the call's method and arguments, and its target unless the call is sent there.",
  source:
    'section 2.2; that encoding a call does not change them: assumption, the convention callDataEncoding',
  judge: judgeSimulations((simulation, expect, { conventions }) => {
    const callData = simulation.debugInfo?.callData?.toLowerCase();
    if (callData === undefined || expect.kind !== 'simulated') return undefined;
    if (conventions.callDataEncoding === 'unknown') return undefined;
    if (hexBytes.test(callData)) return missingParts(callData, simulation, expect.request, conventions);
    if (conventions.requestValidation === 'off') return undefined;
    // What fails may do so before there is call data.
    if (callData === '' && simulationVerdict(simulation) !== 'success') return undefined;
    return flaw('no hex bytes', `expected hex bytes as call data, got "${formatText(callData)}"`);
  }),
};

function missingParts(
  callData: string,
  { debugInfo }: Simulation,
  { alphaCallParams: call = {} }: LooseSimulationRequest,
  { requestValidation }: Conventions,
): Flaw[] {
  const { target = '', arguments: text = '', methodName = '' } = call;
  const recipient = debugInfo?.to?.toLowerCase() || target.toLowerCase();
  const missing = (part: string, value: string): Flaw =>
    flaw(
      `without the ${part}`,
      `expected call data that contains the ${part} ${formatText(value)}, got ${formatText(callData)}`,
    );
  const flaws: Flaw[] = [];
  if (alphaAddressShape.test(target) && recipient !== target.toLowerCase() && !holds(callData, target))
    flaws.push(missing('target', target));
  if (!holds(callData, text)) flaws.push(missing('arguments', text));
  else if (requestValidation === 'strict' && text.length > 2 && !namesMethod(callData, methodName))
    flaws.push(missing('method', methodName));
  return flaws;
}

/** Where formats are open, arguments may be anything; only hex bytes can be looked for. */
function holds(callData: string, part: string): boolean {
  const hex = part.toLowerCase();
  return !hexBytes.test(hex) || callData.includes(hex.slice(2));
}

/** By its text, or by the selector: a bare name means `name(bytes,bytes)`. Source: practice. */
function namesMethod(callData: string, methodName: string): boolean {
  const bare = Buffer.from(methodName.replace(/\(.*$/s, ''));
  if (callData.includes(bare.toString('hex'))) return true;
  const signature = methodName.includes('(') ? methodName : `${methodName}(bytes,bytes)`;
  return callData.includes(Hash.keccak256(Buffer.from(signature), { as: 'Hex' }).slice(2, 10));
}

function flaw(kind: string, message: string): Flaw {
  return { path: 'response.debugInfo.callData', class: kind, message };
}
