import { rawBetaAddress } from '../../../contract/addresses.js';
import { decodedErrors } from '../../../contract/contract-error.js';
import type { OutMessage } from '../../../contract/responses.js';
import { simulationVerdict } from '../../../contract/verdicts.js';
import { formatText, formatValue } from '../../../internal/print.js';
import type { ExpectedError, ExpectedMessage } from '../../case/case-plan.js';
import type { Check } from '../../case/check.js';
import { type AnswerViolation, judgeSimulations } from '../../case/judge-each.js';

const path = 'response.outMessages';

export const unexpectedMessages: Check = {
  name: 'unexpected-messages',
  family: 'meaning',
  severity: 'critical',
  about: 'A call must send the outgoing messages that it is known to send, and none if it fails.',
  source: 'section 2.2; the expected outcome comes from the author of the call',
  judge: judgeSimulations((simulation, expect) => {
    const { outMessages } = simulation;
    const verdict = simulationVerdict(simulation);
    const got = outMessages ?? [];
    if (verdict === 'failure') {
      if (got.length === 0) return undefined;
      const message = `expected no outgoing messages for a call that fails, got ${got.length}`;
      return { path, class: 'messages of a failure', message };
    }
    if (verdict !== 'success' || expect.kind !== 'simulated' || expect.sends === undefined) return undefined;
    const { sends } = expect;
    if (got.length !== sends.length)
      return {
        path,
        class: got.length < sends.length ? 'lost' : 'too many',
        message: `expected ${sends.length} outgoing messages, got ${got.length}`,
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
};

const members = ['callerAddress', 'payload', 'shardsKey', 'targetAddress'] as const;

function memberViolations(message: OutMessage, wanted: ExpectedMessage): AnswerViolation[] {
  return members.flatMap((member) => {
    const [expected, got] = [wanted[member], message[member]];
    if (expected === undefined || got === undefined || written(expected) === written(String(got))) return [];
    return [
      {
        path: `${path}[].${member}`,
        class: 'of another message',
        message: `expected ${member} ${formatText(expected)}, got ${formatText(String(got))}`,
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
  const strange = [...tokens].find((token) => !wanted.map(rawBetaAddress).includes(token));
  if (strange === undefined) return [];
  const message = `expected no ${strange || 'native coin'} among ${member}`;
  return [{ path: `${path}[].${member}`, class: 'of another kind', message }];
}

/** Addresses and bytes may be written in other ways. */
function written(text: string): string {
  return text.startsWith('0x') ? text.toLowerCase() : rawBetaAddress(text);
}

export const unexpectedError: Check = {
  name: 'unexpected-error',
  family: 'meaning',
  severity: 'major',
  about: 'A call that is known to fail must fail with its known error.',
  source: 'section 7; the expected outcome comes from the author of the call',
  judge: judgeSimulations((simulation, expect) => {
    const { simulationError: error } = simulation;
    if (expect.kind !== 'simulated' || expect.fails === undefined || !error) return undefined;
    if (simulationVerdict(simulation) !== 'failure' || isExpectedError(error, expect.fails)) return undefined;
    return {
      path: 'response.simulationError',
      class: 'another reason',
      message: `expected the error to be ${formatValue(expect.fails)}, got "${formatText(error)}"`,
    };
  }),
};

function isExpectedError(error: string, expected: ExpectedError): boolean {
  if (typeof expected === 'string') return error.includes(expected);
  const form = (args: readonly string[]): string =>
    JSON.stringify(args.map((text) => (/^0x[0-9a-f]*$/i.test(text) ? text.toLowerCase() : text)));
  return decodedErrors(error, expected).some(
    ({ errorName, args }) => errorName === expected.errorName && form(args) === form(expected.args),
  );
}
