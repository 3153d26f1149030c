import {
  alphaForm,
  amountForm,
  betaForm,
  bytesForm,
  idForm,
  type ResponseForm,
  tokenForm,
} from '../../../contract/response-forms.js';
import type { Simulation, TokenAmount } from '../../../contract/responses.js';
import { formatText } from '../../../internal/print.js';
import type { Check } from '../../case/check.js';
import { type AnswerViolation, judgeSimulations } from '../../case/judge-each.js';

/** Places of one kind in a simulation. */
type Place = readonly [path: string, texts: readonly (string | undefined)[], form: ResponseForm];

const uint64 = { min: 0n, max: 2n ** 64n - 1n };

/** An empty text stands for none. */
export const memberFormat: Check = {
  name: 'member-format',
  family: 'meaning',
  severity: 'major',
  about:
    'Amounts, addresses, ids, payloads and call data of a simulation must have the format of such values.',
  source: 'practice: decimal base units, EIP-55, 0x and 64 hex digits; the convention responseFormats',
  judge: judgeSimulations((simulation, _, { conventions }) =>
    conventions.responseFormats === 'off'
      ? undefined
      : [
          ...placesOf(simulation).flatMap(formatViolations),
          ...integerViolations(simulation),
          ...letterCaseViolations(simulation),
        ],
  ),
};

function placesOf(simulation: Simulation): Place[] {
  const { debugInfo, feeParams, estimatedJettonFeeAmount } = simulation;
  const messages = simulation.outMessages ?? [];
  const message = 'response.outMessages[]';
  const moved = (member: 'tokensBurned' | 'tokensLocked'): Place[] => {
    const amounts: TokenAmount[] = messages.flatMap((one) => one[member] ?? []);
    return [
      [`${message}.${member}[].amount`, amounts.map(({ amount }) => amount), amountForm],
      [`${message}.${member}[].tokenAddress`, amounts.map(({ tokenAddress }) => tokenAddress), tokenForm],
    ];
  };
  return [
    ['response.debugInfo.from', [debugInfo?.from], alphaForm],
    ['response.debugInfo.to', [debugInfo?.to], alphaForm],
    ['response.estimatedJettonFeeAmount', [estimatedJettonFeeAmount], amountForm],
    ['response.feeParams.currentBaseFee', [feeParams?.currentBaseFee], amountForm],
    ['response.feeParams.suggestedGasPrice', [feeParams?.suggestedGasPrice], amountForm],
    ['response.feeParams.suggestedGasTip', [feeParams?.suggestedGasTip], amountForm],
    [`${message}.callerAddress`, messages.map((one) => one.callerAddress), alphaForm],
    [`${message}.targetAddress`, messages.map((one) => one.targetAddress), betaForm],
    [`${message}.operationId`, messages.map((one) => one.operationId), idForm],
    [`${message}.payload`, messages.map((one) => one.payload), bytesForm],
    ...moved('tokensBurned'),
    ...moved('tokensLocked'),
  ];
}

function formatViolations([path, texts, form]: Place): AnswerViolation[] {
  for (const text of texts) {
    if (!text) continue;
    const issue = form(text);
    if (issue !== undefined)
      return [{ path, class: 'wrong form', message: `expected ${path} ${issue}, got "${formatText(text)}"` }];
  }
  return [];
}

function integerViolations({ debugInfo, estimatedGas, outMessages }: Simulation): AnswerViolation[] {
  const keys = (outMessages ?? []).map(({ shardsKey }) => shardsKey);
  return (
    [
      ['response.debugInfo.blockNumber', debugInfo?.blockNumber],
      ['response.estimatedGas', estimatedGas],
      ['response.outMessages[].shardsKey', keys.find((key) => key !== undefined && !isUint64(key))],
    ] as const
  ).flatMap(([path, value]) =>
    value === undefined || isUint64(value)
      ? []
      : [{ path, class: 'out of range', message: `expected ${path} to be from 0 to 2^64 - 1, got ${value}` }],
  );
}

function isUint64(value: bigint): boolean {
  return value >= uint64.min && value <= uint64.max;
}

/** Hex digits have one letter case, either one. The checksum determines that of addresses. */
function letterCaseViolations({ debugInfo, outMessages }: Simulation): AnswerViolation[] {
  const places = [
    ['response.debugInfo.callData', debugInfo?.callData],
    ...(outMessages ?? []).flatMap(({ operationId, payload }) => [
      ['response.outMessages[].operationId', operationId] as const,
      ['response.outMessages[].payload', payload] as const,
    ]),
  ] as const;
  const digits = places.map(([path, text]) => [path, text?.replace(/^0x/, '') ?? ''] as const);
  if (!digits.some(([, text]) => /[a-f]/.test(text))) return [];
  const upper = digits.find(([, text]) => /[A-FX]/.test(text));
  if (upper === undefined) return [];
  const [path, text] = upper;
  const message = `expected hex digits in one letter case throughout the answer, got ${path} with "${formatText(text)}"`;
  return [{ path, class: 'letter case', message }];
}
