import { type CaseRequest, type ExpectedError, type ExpectedMessage, isHttp } from '../case/case-plan.js';
import { rawBetaAddress } from '../contract/addresses.js';
import { decodedErrors } from '../contract/contract-error.js';
import {
  fieldsBelow,
  formatOf,
  type OutMessage,
  type ResponseFields,
  type Simulation,
  simulationFields,
} from '../contract/responses.js';
import { contradictsItself, simulationVerdict } from '../contract/verdicts.js';
import { jsonText } from '../internal/json.js';
import { formatText, formatValue } from '../internal/print.js';
import { defineChecks } from './check.js';
import { type AnswerViolation, judgeEach, judgeSimulations } from './judge.js';

export const simulationChecks = defineChecks('meaning', 'verdicts', {
  'wrong-verdict': {
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
        expected: `the call to simulate as a ${wanted}`,
        received: `a ${verdict}${error}`,
      };
    }),
  },
  /** Absent members are not judged. */
  'verdict-contradicts-error': {
    severity: 'critical',
    contradictsVerdict: true,
    isFixedByAbsence: true,
    about: 'A successful simulation must not have an error, and the error of a failed one must not be empty.',
    source: 'section 7',
    judge: judgeSimulations((simulation) => {
      const { simulationStatus, simulationError: error } = simulation;
      const path = 'response.simulationError';
      if (contradictsItself(simulation)) {
        return {
          path,
          class: 'error of a success',
          expected: 'no error for a success',
          received: `"${formatText(`${error}`)}"`,
        };
      }
      if (simulationStatus === false && error === '') {
        return {
          path,
          class: 'failure without error',
          expected: 'the error of a failure to give a reason',
          received: 'an empty string',
        };
      }
      return undefined;
    }),
  },
  /** An empty text means that there is no value. If requests may have any text, an answer may repeat one. */
  'member-format': {
    severity: 'major',
    about:
      'Amounts, addresses, ids, payloads and call data of a simulation must have the format of such values.',
    source: 'practice: decimal base units, EIP-55, 0x and 64 hex digits; the convention responseFormats',
    judge: judgeEach(({ request, answer }, { conventions }) => {
      const simulation = answer?.simulation;
      if (simulation === undefined || conventions.responseFormats === 'off') return undefined;
      const isRepeated = (text: string): boolean =>
        conventions.requestValidation === 'off' && hasText(request, text);
      return [
        ...formatViolations(simulationFields, [simulation], 'response', isRepeated),
        ...letterCaseViolations(simulation),
      ];
    }),
  },
  'unexpected-error': {
    severity: 'major',
    isFixedByAbsence: true,
    about: 'A call that is known to fail must fail with its known error.',
    source: 'section 7; the expected outcome comes from the author of the call',
    judge: judgeSimulations((simulation, expect) => {
      const { simulationError: error } = simulation;
      if (expect.kind !== 'simulated' || expect.fails === undefined || !error) return undefined;
      if (simulationVerdict(simulation) !== 'failure' || isExpectedError(error, expect.fails))
        return undefined;
      return {
        path: 'response.simulationError',
        class: 'another reason',
        expected: `the error to be ${formatValue(expect.fails)}`,
        received: `"${formatText(error)}"`,
      };
    }),
  },
  'unexpected-messages': {
    severity: 'critical',
    contradictsVerdict: ['messages of a failure'],
    isFixedByAbsence: true,
    about: 'A call must send the outgoing messages that it is known to send, and none if it fails.',
    source: 'section 2.2; the expected outcome comes from the author of the call',
    judge: judgeSimulations((simulation, expect) => {
      const { outMessages } = simulation;
      const verdict = simulationVerdict(simulation);
      const got = outMessages ?? [];
      if (verdict === 'failure') {
        if (got.length === 0) return undefined;
        return {
          path: messagesPath,
          class: 'messages of a failure',
          expected: 'no outgoing messages for a call that fails',
          received: `${got.length}`,
        };
      }
      if (verdict !== 'success' || expect.kind !== 'simulated' || expect.sends === undefined)
        return undefined;
      const { sends } = expect;
      if (got.length !== sends.length)
        return {
          path: messagesPath,
          class: got.length < sends.length ? 'lost' : 'too many',
          expected: `${sends.length} outgoing messages`,
          received: `${got.length}`,
        };
      return got.flatMap((message, index) => {
        const wanted = sends[index] as ExpectedMessage;
        return [
          ...memberViolations(message, wanted),
          ...tokenViolations('tokensBurned', message.tokensBurned, wanted.burned),
          ...tokenViolations('tokensLocked', message.tokensLocked, wanted.locked),
        ];
      });
    }),
  },
});

const messagesPath = 'response.outMessages';

const members = ['callerAddress', 'payload', 'shardsKey', 'targetAddress'] as const;

function memberViolations(message: OutMessage, wanted: ExpectedMessage): AnswerViolation[] {
  return members.flatMap((member) => {
    const [expected, got] = [wanted[member], message[member]];
    if (expected === undefined || got === undefined || written(expected) === written(String(got))) return [];
    return [
      {
        path: `${messagesPath}[].${member}`,
        class: 'of another message',
        expected: `${member} ${formatText(expected)}`,
        received: formatText(String(got)),
      },
    ];
  });
}

function tokenViolations(
  member: 'tokensBurned' | 'tokensLocked',
  moved: OutMessage['tokensBurned'],
  wanted: readonly string[] | undefined,
): AnswerViolation[] {
  if (wanted === undefined || moved === undefined) return [];
  const tokens = new Set((moved ?? []).map(({ tokenAddress = '' }) => rawBetaAddress(tokenAddress)));
  const foreign = [...tokens].find((token) => !wanted.map(rawBetaAddress).includes(token));
  if (foreign === undefined) return [];
  return [
    {
      path: `${messagesPath}[].${member}`,
      class: 'of another kind',
      expected: `no ${foreign || 'native coin'} among ${member}`,
      received: 'one',
    },
  ];
}

/** Returns an address or bytes in one form. */
function written(text: string): string {
  return text.startsWith('0x') ? text.toLowerCase() : rawBetaAddress(text);
}

function isExpectedError(error: string, expected: ExpectedError): boolean {
  if (typeof expected === 'string') return error.includes(expected);
  const form = (args: readonly string[]): string =>
    JSON.stringify(args.map((text) => (/^0x[0-9a-f]*$/i.test(text) ? text.toLowerCase() : text)));
  return decodedErrors(error, expected).some(
    ({ errorName, args }) => errorName === expected.errorName && form(args) === form(expected.args),
  );
}

/** Returns the first wrong value of each member of some objects. Empty texts stand for none. */
function formatViolations(
  fields: ResponseFields,
  objects: readonly Readonly<Record<string, unknown>>[],
  path: string,
  isRepeated: (text: string) => boolean,
): AnswerViolation[] {
  if (objects.length === 0) return [];
  return Object.entries(fields).flatMap(([name, field]) => {
    const at = `${path}.${name}`;
    const values = objects
      .map((object) => object[name])
      .filter((value) => value !== undefined && value !== null);
    const below = fieldsBelow(field);
    if (below !== undefined)
      return formatViolations(
        below,
        values.flat() as Record<string, unknown>[],
        'items' in field ? `${at}[]` : at,
        isRepeated,
      );
    const format = formatOf(field);
    for (const value of values) {
      const issue = value === '' ? undefined : format?.issueOf?.(String(value));
      if (issue === undefined || isRepeated(String(value))) continue;
      const [kind, got] =
        typeof value === 'string'
          ? ['wrong form', `"${formatText(value)}"`]
          : ['out of range', String(value)];
      return [{ path: at, class: kind, expected: `${at} ${issue}`, received: `${got}` }];
    }
    return [];
  });
}

/** Returns whether the body of a request has a text. */
function hasText(request: CaseRequest, text: string): boolean {
  return isHttp(request) && typeof request.body === 'string' && request.body.includes(jsonText(text));
}

/** Finds hex digits in both letter cases. Addresses are not judged, because their checksum determines the letter case. */
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
  return [
    {
      path,
      class: 'letter case',
      expected: 'hex digits in one letter case throughout the answer',
      received: `${path} with "${formatText(text)}"`,
    },
  ];
}
