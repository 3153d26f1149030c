import type { Answer } from '../case/observation.js';
import { isSameOperation, type NamedOperation, otherOperation as namedOther } from '../client/results.js';
import type { Conventions, InclusionState } from '../contract/conventions.js';
import { toWireEnum } from '../contract/names.js';
import { noteFields, textMembers } from '../contract/responses.js';
import { isMomentIn, momentText, msInFuture } from '../contract/timestamps.js';
import { hashFormOf, hashProblem } from '../contract/transaction-hash.js';
import { inclusionVerdict } from '../contract/verdicts.js';
import { formatText, formatValue } from '../internal/print.js';
import { defineChecks } from './check.js';
import { type AnswerViolation, judgeEach, judgeRecords } from './judge.js';
import { firstRepeatedText } from './simulations.js';

export const recordChecks = defineChecks('meaning', 'records', {
  'unknown-operation-found': {
    severity: 'critical',
    needs: 'observerAnswers',
    about: 'An unknown operation id must not be answered with a record, let alone as included.',
    source: 'practice: the observer answers 404',
    judge: judgeRecords((record, expect, { conventions }) => {
      if (expect.kind !== 'unknown') return undefined;
      const isIncluded = inclusionVerdict(record, conventions) === 'included';
      const stage = record.stage === undefined ? 'a record' : `stage "${formatText(record.stage)}"`;
      return {
        path: 'response.stage',
        class: isIncluded ? 'included' : 'known',
        expected: `no record of ${expect.operationId}`,
        received: `${stage}${isIncluded ? ', included' : ''}`,
      };
    }),
  },
  'included-without-transaction': {
    severity: 'major',
    about: 'The transactions of an included operation must not be empty or null.',
    source: 'section 2.3; that a transaction brought it there: assumption',
    judge: judgeRecords((record, _, { conventions }) => {
      const { transactions, stage = 'no stage' } = record;
      if (transactions === undefined || transactions?.length) return undefined;
      if (inclusionVerdict(record, conventions) !== 'included') return undefined;
      const list = transactions === null ? 'null' : '[]';
      return {
        path: 'response.transactions',
        class: list,
        expected: `the transactions of an included operation (${formatText(stage)})`,
        received: list,
      };
    }),
  },
  'duplicate-transaction': {
    severity: 'major',
    about: 'A transaction of an operation must not be listed twice.',
    source: 'section 2.3; that each is listed once: assumption',
    judge: judgeRecords(({ transactions }) => {
      const repeated = firstRepeatedText(transactions, ({ hash }) => hash);
      if (repeated === undefined) return undefined;
      return {
        path: 'response.transactions[].hash',
        class: 'repeated',
        expected: 'each transaction once',
        received: `${formatText(repeated)} twice`,
      };
    }),
  },
  'timestamp-unit': {
    severity: 'major',
    about: "A timestamp must be unix time in the deployment's unit, not in another one.",
    source:
      'practice: unix seconds; that 0 means no timestamp, and that no operation is older than 2015: assumption',
    judge: judgeRecords(({ timestamp }, _, { conventions: { timestampUnit: unit } }) => {
      if (timestamp === undefined || timestamp === 0n) return undefined;
      if (isMomentIn(timestamp, unit)) {
        if (timestamp >= firstBlock * (unit === 's' ? 1n : 1000n)) return undefined;
        return {
          path: 'response.timestamp',
          class: 'before 2015-07-30',
          expected: 'a time after 2015-07-30',
          received: `${timestamp} (${momentText(timestamp, unit)})`,
        };
      }
      return {
        path: 'response.timestamp',
        class: `not in ${nameOf[unit]}`,
        expected: `unix time in ${nameOf[unit]}`,
        received: `${timestamp}`,
      };
    }),
  },
  'timestamp-in-future': {
    severity: 'major',
    about: 'The timestamp of an operation must not be later than the answer that shows it.',
    source: 'section 2.3; that clocks, including the header Date, differ by a minute at most: assumption',
    judge: judgeEach(({ answer, span }, { conventions: { timestampUnit: unit } }) => {
      const { timestamp } = answer?.inclusion ?? {};
      if (answer === undefined || timestamp === undefined || span === undefined) return undefined;
      const dateMs = Date.parse(answer.headers.date ?? '');
      const nowMs = Number.isNaN(dateMs) ? span.endedAtMs : Math.max(dateMs, span.endedAtMs);
      const aheadMs = msInFuture(timestamp, unit, nowMs);
      if (aheadMs === undefined) return undefined;
      return {
        path: 'response.timestamp',
        class: 'in the future',
        expected: 'a timestamp that is not in the future',
        received: `${timestamp} (${momentText(timestamp, unit)}), ${Math.round(aheadMs / 1000)} s ahead`,
      };
    }),
  },
  /** `drift` reports unknown names. */
  'neutral-chain-name': {
    severity: 'major',
    inSmoke: 'no',
    about: 'Stages and chain types must use the chain names of the deployment.',
    source: 'section 2.3: <ALPHA> stands for the name of a chain; names inside stages: practice',
    judge: judgeEach(
      ({ answer }, { chains, conventions: { stages, blockchainTypes } }): AnswerViolation[] => {
        const { stage, transactions } = wireRecord(answer) ?? {};
        const values = [
          { path: 'response.stage', value: stage, known: stages },
          ...(transactions ?? []).map(({ blockchainType: value }) => ({
            path: 'response.transactions[].blockchainType',
            value,
            known: blockchainTypes,
          })),
        ];
        return values.flatMap(({ path, value, known }) => {
          if (value === undefined || !known.includes(value)) return [];
          if (known.some((name) => toWireEnum(name, chains) === value)) return [];
          const expected = toWireEnum(value, chains);
          return [{ path, class: 'neutral name', expected, received: `"${formatText(value)}"` }];
        });
      },
    ),
  },
  'unknown-error-name': {
    severity: 'minor',
    inSmoke: 'no',
    about: 'The error name in a note must be a known error name of the deployment.',
    source: "section 2.3; the names: the deployment's conventions, by default those seen in practice",
    judge: judgeRecords(({ note }, _, { conventions: { errorNames } }) => {
      const name = note?.errorName;
      if (!name || errorNames.length === 0 || errorNames.includes(name)) return undefined;
      const meant = errorNames.find((known) => comparableName(known) === comparableName(name));
      return {
        path: 'response.note.errorName',
        class: meant ? 'other spelling' : 'unknown',
        expected: meant ?? `one of ${errorNames.join(', ')}`,
        received: `"${formatText(name)}"`,
      };
    }),
  },
  /** A failed operation keeps its whole note during the return. */
  'note-contradicts-success': {
    severity: 'major',
    inSmoke: 'no',
    about:
      'The note of an operation that has not failed must not name an error. During the return, a name alone counts.',
    source:
      'section 7; that a rollback goes over the stages of the return and keeps the note, which has more than a name: practice',
    judge: judgeRecords(({ note, success, stage = '' }, _, { conventions, chains, earlier }) => {
      if (success !== true || !note || !conventions.stages.includes(stage)) return undefined;
      const { errorName } = note;
      const others =
        note.internalBytesError?.replace(/^0x$/, '') || note.internalMsg || failureIn(note.content);
      const isNameAlone = errorName && !others && !note.content && !earlier?.isErrorNameAlone;
      const error = isBeforeReturn(stage, conventions) ? errorName || others : isNameAlone && errorName;
      if (!error) return undefined;
      return {
        path: 'response.note',
        class: 'error with success',
        expected: `no error for a success at ${toWireEnum(stage, chains)}`,
        received: `"${formatText(error)}"`,
      };
    }),
  },
  /** `success` false alone means "not yet". */
  'failure-without-error': {
    severity: 'minor',
    inSmoke: 'no',
    about: 'The note of a failed operation must give the reason; at the last stage it must not be missing.',
    source: 'section 7; practice: on failure the note is filled',
    judge: judgeRecords(({ note, success, stage = '' }, _, { conventions: { stages }, chains }) => {
      if (success !== false || note?.errorName || note?.internalMsg || note?.content) return undefined;
      if (!note && stage !== stages.at(-1)) return undefined;
      return {
        path: 'response.note',
        class: note ? 'no reason' : 'no note at the last stage',
        expected: `a note with the reason for the failure at ${formatText(toWireEnum(stage, chains))}`,
        received: note ? 'one without text' : 'none',
      };
    }),
  },
  'note-bytes': {
    severity: 'minor',
    inSmoke: 'no',
    about: 'The error of a note in bytes form must have two hex digits per byte.',
    source:
      'section 2.3: "bytes form"; that text of only hex digits is hex and starts with 0x, as other hex does: assumption, the convention responseFormats',
    judge: judgeRecords(({ note }, _, { conventions: { responseFormats } }) => {
      const bytes = note?.internalBytesError;
      if (!bytes || !/^(?:0x)?[0-9a-f]*$/i.test(bytes)) return undefined;
      const areWhole = /^(?:0x)?(?:[0-9a-f]{2})*$/i.test(bytes);
      if (areWhole && (responseFormats === 'off' || bytes.startsWith('0x'))) return undefined;
      return {
        path: 'response.note.internalBytesError',
        class: areWhole ? 'without 0x' : 'no hex bytes',
        expected: '0x and two hex digits per byte',
        received: `"${formatText(bytes)}"`,
      };
    }),
  },
  'note-text': {
    severity: 'minor',
    inSmoke: 'no',
    about: 'The texts of a note must not be escaped for HTML.',
    source:
      'section 2.3: texts; that no error contains such entities: assumption, the convention responseFormats',
    judge: judgeRecords(({ note }, _, { conventions: { responseFormats } }) => {
      if (responseFormats === 'off') return undefined;
      for (const name of textMembers(noteFields)) {
        const text = note?.[name];
        const entity = text?.match(/&(?:quot|apos|lt|gt|amp|#\d+|#x[0-9a-f]+);/i)?.[0];
        if (entity === undefined) continue;
        return {
          path: `response.note.${name}`,
          class: 'HTML entities',
          expected: 'a text without HTML entities',
          received: `${formatText(entity)} in "${formatText(`${text}`)}"`,
        };
      }
      return undefined;
    }),
  },
  'transaction-missing': {
    severity: 'major',
    inSmoke: 'no',
    about: 'The transactions that brought an operation to its stage must be listed.',
    source:
      'section 2.3; that a record lists all transactions up to its stage, and on which chain a stage needs one: assumption',
    judge: judgeRecords((record, _, { conventions, chains }) => {
      const missing = missingTransaction(record, conventions);
      if (missing === undefined) return undefined;
      const { stage = '', transactions } = record;
      const [shown, wanted] = [stage, missing.chain].map((name) => toWireEnum(name, chains));
      const counts = new Map<string, number>();
      for (const { blockchainType = '' } of transactions ?? []) {
        const name = formatText(toWireEnum(blockchainType, chains));
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      return {
        path: 'response.transactions',
        class: `${missing.isSecond ? 'only one' : 'none'} of ${missing.chain} at ${stage}`,
        expected: `a ${missing.isSecond ? 'second ' : ''}transaction of ${wanted} at ${shown}`,
        received: [...counts].map(([name, count]) => `${count} of ${name}`).join(', ') || 'none',
      };
    }),
  },
  'transaction-too-early': {
    severity: 'major',
    inSmoke: 'no',
    about: 'An operation must not list a transaction of a chain that its message has not reached.',
    source: 'section 2.3; that nothing happens on the destination chain before inclusion there: assumption',
    judge: judgeRecords(({ stage = '', transactions, success }, _, { conventions, chains }) => {
      const { stages, blockchainTypes } = conventions;
      const [alpha, beta] = blockchainTypes;
      if (alpha === undefined || beta === undefined) return undefined;
      if (success === false || !stages.includes(stage)) return undefined;
      const types = transactions?.map(({ blockchainType }) => blockchainType) ?? [];
      // An operation that begins on the destination chain has no transaction of the source chain at that stage.
      const isEarly =
        ['start', 'collectedInALPHA'].includes(stage) && types.includes(beta) && types.includes(alpha);
      if (!isEarly) return undefined;
      const [shown, chain] = [stage, alpha].map((name) => toWireEnum(name, chains));
      return {
        path: 'response.transactions',
        class: `${alpha} at ${stage}`,
        expected: `no transaction of ${chain} at ${shown}`,
        received: 'one',
      };
    }),
  },
  'transaction-incomplete': {
    severity: 'major',
    inSmoke: 'no',
    about: 'A transaction must have a hash and a chain type if other transactions of its record do.',
    source:
      'section 2.3; any member may be absent (practice); that it is then absent in all records: assumption',
    judge: judgeRecords(({ transactions }) =>
      (['hash', 'blockchainType'] as const).flatMap((name): AnswerViolation[] => {
        const has = (transactions ?? []).filter((transaction) => transaction[name] !== undefined).length;
        const all = transactions?.length ?? 0;
        if (has === 0 || has === all) return [];
        return [
          {
            path: `response.transactions[].${name}`,
            class: 'absent in some',
            expected: `${name} in each transaction`,
            received: `it in ${has} of ${all}`,
          },
        ];
      }),
    ),
  },
  /** On the source chain, a hash may have any of the usual forms. */
  'transaction-hash': {
    severity: 'major',
    inSmoke: 'no',
    about: 'A transaction hash must be 32 bytes, on the destination chain as 0x and 64 hex digits.',
    source: 'section 2.3; the form: assumption, from that of operation ids in practice',
    judge: judgeRecords(({ transactions }, expect, { conventions: { blockchainTypes } }) =>
      (transactions ?? []).flatMap(({ hash, blockchainType }): AnswerViolation[] => {
        if (hash === undefined) return [];
        const path = 'response.transactions[].hash';
        const wanted = '0x and 64 hex digits';
        const form = hashFormOf(hash);
        const received = `"${formatText(hash)}"`;
        if (form === undefined)
          return [{ path, class: hashProblem(hash), expected: 'a hash of 32 bytes', received }];
        // No hash has eight bytes of zeros: the odds are one in 2^58.
        if (/0{16}/.test(hash)) {
          const kind = /^(?:0x)?0+$/.test(hash) ? 'zero' : 'filled with zeros';
          return [{ path, class: kind, expected: 'the hash of a transaction', received }];
        }
        if (expect.kind === 'known' && hash.toLowerCase() === expect.operationId.toLowerCase())
          return [{ path, class: 'id of the operation', expected: 'the hash of a transaction', received }];
        // In practice the first one is the destination chain.
        if (blockchainType === undefined || blockchainType !== blockchainTypes[0] || form === wanted)
          return [];
        return [{ path, class: `${form} for ${wanted}`, expected: wanted, received }];
      }),
    ),
  },
  'other-operation': {
    severity: 'critical',
    about: 'An answer that names an operation must name the requested one.',
    source: 'section 4.2; the member operationId in addition to those of section 2.3: practice',
    judge: judgeEach(({ request, answer }) => {
      const { expect } = request;
      if (answer === undefined || (expect.kind !== 'known' && expect.kind !== 'unknown')) return undefined;
      const named =
        'value' in answer.json ? otherOperationIn(expect.operationId, answer.json.value) : undefined;
      if (named === undefined) return undefined;
      return {
        path: named.path,
        class: 'another operation',
        expected: `an answer about ${expect.operationId}`,
        received: `one about ${formatValue(named.value)}`,
      };
    }),
  },
});

/** When the first chain of the destination's kind started, in unix seconds. Times with another epoch look earlier. */
const firstBlock = 1_438_226_773n;

const nameOf: Record<Conventions['timestampUnit'], string> = { s: 'seconds', ms: 'milliseconds' };

/** Returns a text if it is about a failure, and undefined if it may not be. Assumption. */
function failureIn(content: string | undefined): string | undefined {
  const text = content?.replace(/\b(?:no|without|0)\s+(?:errors?|failures?|exceptions?)\b/gi, '') ?? '';
  return /\b(?:errors?|exception|fail(?:s|ed|ure)?|panic(?:ked)?|revert(?:s|ed)?)\b/i.test(text)
    ? content
    : undefined;
}

/** Returns the member `response` as received, with the names of the deployment. */
function wireRecord(answer: Answer | undefined): InclusionState | undefined {
  if (answer?.inclusion === undefined || !('value' in answer.json)) return undefined;
  return (answer.json.value as { readonly response: InclusionState }).response;
}

/** Returns a name without letter case, spaces, dashes and underscores. */
function comparableName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}

function isBeforeReturn(stage: string | undefined, { stages }: Conventions): boolean {
  const place = stage === undefined ? -1 : stages.indexOf(stage);
  const end = stages.indexOf('collectedInBETA');
  return place >= 0 && end >= 0 && place < end;
}

/** Returns the transaction that is missing. Undefined if none is, or if a convention leaves it open. */
function missingTransaction(
  { stage, success, transactions, note }: InclusionState,
  { stages, blockchainTypes }: Conventions,
): { readonly chain: string; readonly isSecond?: boolean } | undefined {
  const [alpha, beta] = blockchainTypes;
  if (!transactions || stage === undefined) return undefined;
  if (alpha === undefined || beta === undefined || !stages.includes(stage)) return undefined;
  const types = transactions.map(({ blockchainType }) => blockchainType);
  if (types.includes(undefined)) return undefined;
  const none = (chain: string) => (types.includes(chain) ? undefined : { chain });
  const isRolledBack = note?.errorName;
  switch (stage) {
    case 'collectedInALPHA':
    case 'includedInALPHAConsensus':
      // A message on its way to the destination chain came from the source chain.
      return none(beta);
    case 'executedInALPHA':
      return success === false ? undefined : none(alpha);
    case 'collectedInBETA':
    case 'includedInBETAConsensus':
      // An operation that is rolled back was never executed on the destination chain.
      return isRolledBack || success === false ? undefined : none(alpha);
    case 'executedInBETA':
      if (!isRolledBack) return none(beta) ?? none(alpha);
      // One that is rolled back was sent there, and ends there.
      return none(beta) ?? (types.length < 2 ? { chain: beta, isSecond: true } : undefined);
    default:
      return undefined;
  }
}

/** Returns another operation that an answer names: in its record, or in its error if that has exactly one id. */
function otherOperationIn(operationId: string, body: unknown): NamedOperation | undefined {
  const { error } = (body ?? {}) as { readonly error?: unknown };
  const ids = typeof error === 'string' ? error.match(/0x[0-9a-fA-F]{64}(?![0-9a-fA-F])/g) : null;
  const [id] = ids?.length === 1 ? ids : [];
  if (id !== undefined && !isSameOperation(id, operationId)) return { path: 'error', value: id };
  return namedOther(operationId, body);
}
