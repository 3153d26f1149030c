import * as Hash from 'ox/Hash';
import { alphaAddressShape } from '../../contract/addresses.js';
import type { Conventions } from '../../contract/conventions.js';
import { amountOf } from '../../contract/integer-range.js';
import type { FeeParams, Simulation } from '../../contract/responses.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import { contradictsItself, simulationVerdict } from '../../contract/verdicts.js';
import { formatText } from '../../internal/print.js';
import type { Check } from '../case/check.js';
import { type AnswerViolation, judgeSimulations } from '../case/judge-each.js';
import { amountsSent, tokenTotals } from '../token-totals.js';

/** Absent members are not judged. */
export const verdictContradictsError: Check = {
  name: 'verdict-contradicts-error',
  family: 'meaning',
  severity: 'critical',
  about: 'A successful simulation must not have an error, and the error of a failed one must not be empty.',
  source: 'section 7',
  judge: judgeSimulations((simulation) => {
    const { simulationStatus, simulationError: error } = simulation;
    const path = 'response.simulationError';
    if (contradictsItself(simulation)) {
      const message = `expected no error for a success, got "${formatText(`${error}`)}"`;
      return { path, class: 'error of a success', message };
    }
    if (simulationStatus === false && error === '') {
      const message = 'expected the error of a failure to give a reason, got an empty string';
      return { path, class: 'failure without error', message };
    }
    return undefined;
  }),
};

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

export const feeContradiction: Check = {
  name: 'fee-contradiction',
  family: 'meaning',
  severity: 'major',
  about: 'Fee parameters must not have a tip without EIP-1559, or a gas price below the base fee or the tip.',
  source: 'section 2.2; practice: fee fields that contradict each other',
  judge: judgeSimulations(({ feeParams }) =>
    feeParams
      ? [...tipViolations(feeParams), ...priceViolations(feeParams), ...sharedViolations(feeParams)]
      : undefined,
  ),
};

function tipViolations({ isEip1559, suggestedGasTip }: FeeParams): AnswerViolation[] {
  const tip = amountOf(suggestedGasTip);
  if (isEip1559 !== false || tip === undefined || tip === 0n) return [];
  return [
    {
      path: 'response.feeParams.suggestedGasTip',
      class: 'tip without EIP-1559',
      message: `expected no gas tip without an EIP-1559 fee model, got ${tip}`,
    },
  ];
}

function priceViolations({ currentBaseFee, suggestedGasPrice }: FeeParams): AnswerViolation[] {
  const [fee, price] = [amountOf(currentBaseFee), amountOf(suggestedGasPrice)];
  if (fee === undefined || price === undefined || price >= fee) return [];
  return [
    {
      path: 'response.feeParams.suggestedGasPrice',
      class: 'price below base fee',
      message: `expected a gas price of at least the base fee ${fee}, got ${price}`,
    },
  ];
}

/** The price of a unit of gas is what the block takes of it, and the tip. */
function sharedViolations({ suggestedGasPrice, suggestedGasTip }: FeeParams): AnswerViolation[] {
  const [price, tip] = [amountOf(suggestedGasPrice), amountOf(suggestedGasTip)];
  if (price === undefined || tip === undefined || tip <= price) return [];
  return [
    {
      path: 'response.feeParams.suggestedGasTip',
      class: 'tip above price',
      message: `expected a tip of at most the gas price ${price}, got ${tip}`,
    },
  ];
}

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

const hexBytes = /^0x(?:[0-9a-f]{2})*$/;

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
    return violation('no hex bytes', `expected hex bytes as call data, got "${formatText(callData)}"`);
  }),
};

function missingParts(
  callData: string,
  { debugInfo }: Simulation,
  { alphaCallParams: call = {} }: LooseSimulationRequest,
  { requestValidation }: Conventions,
): AnswerViolation[] {
  const { target = '', arguments: text = '', methodName = '' } = call;
  const recipient = debugInfo?.to?.toLowerCase() || target.toLowerCase();
  const missing = (part: string, value: string): AnswerViolation =>
    violation(
      `without the ${part}`,
      `expected call data that contains the ${part} ${formatText(value)}, got ${formatText(callData)}`,
    );
  const violations: AnswerViolation[] = [];
  if (alphaAddressShape.test(target) && recipient !== target.toLowerCase() && !holds(callData, target))
    violations.push(missing('target', target));
  if (!holds(callData, text)) violations.push(missing('arguments', text));
  else if (requestValidation === 'strict' && text.length > 2 && !namesMethod(callData, methodName))
    violations.push(missing('method', methodName));
  return violations;
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

function violation(kind: string, message: string): AnswerViolation {
  return { path: 'response.debugInfo.callData', class: kind, message };
}
