import { stalenessOf } from '../../client/evidence.js';
import { isSameOperation, type NamedOperation, otherOperation as namedOther } from '../../client/results.js';
import type { Conventions, InclusionState } from '../../contract/conventions.js';
import { toWireEnum } from '../../contract/dialect.js';
import { momentText, msInFuture } from '../../contract/timestamps.js';
import { hashFormOf, hashProblem } from '../../contract/transaction-hash.js';
import { formatText, formatValue } from '../../internal/print.js';
import type { Check } from '../case/check.js';
import { type AnswerViolation, judgeEach, judgeRecords } from '../case/judge-each.js';
import type { Answer } from '../case/observation.js';

export const timestampInFuture: Check = {
  name: 'timestamp-in-future',
  family: 'meaning',
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
      class: 'later than now',
      message: `expected a timestamp that is not in the future, got ${timestamp} (${momentText(timestamp, unit)}), ${Math.round(aheadMs / 1000)} s ahead`,
    };
  }),
};

/** Unknown names are `drift`. */
export const neutralChainName: Check = {
  name: 'neutral-chain-name',
  family: 'meaning',
  severity: 'major',
  about: 'Stages and chain types must use the chain names of the deployment.',
  source: 'section 2.3: <ALPHA> stands for the name of a chain; names inside stages: practice',
  judge: judgeEach(({ answer }, { chains, conventions: { stages, blockchainTypes } }): AnswerViolation[] => {
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
      const wanted = value !== undefined && known.includes(value) ? toWireEnum(value, chains) : value;
      if (value === undefined || wanted === value || known.some((name) => toWireEnum(name, chains) === value))
        return [];
      return [{ path, class: 'neutral name', message: `expected ${wanted}, got "${formatText(value)}"` }];
    });
  }),
};

export const unknownErrorName: Check = {
  name: 'unknown-error-name',
  family: 'meaning',
  severity: 'minor',
  about: 'The error name in a note must be a known error name of the deployment.',
  source: "section 2.3; the names: the deployment's conventions, by default those seen in practice",
  judge: judgeRecords(({ note }, _, { conventions: { errorNames } }) => {
    const name = note?.errorName;
    if (!name || errorNames.length === 0 || errorNames.includes(name)) return undefined;
    const meant = errorNames.find((known) => plain(known) === plain(name));
    return {
      path: 'response.note.errorName',
      class: meant ? 'other spelling' : 'unknown',
      message: `expected ${meant ?? `one of ${errorNames.join(', ')}`}, got "${formatText(name)}"`,
    };
  }),
};

/** A failed operation keeps its whole note during the return. */
export const noteContradictsSuccess: Check = {
  name: 'note-contradicts-success',
  family: 'meaning',
  severity: 'major',
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
      class: 'error beside success',
      message: `expected no error for a success at ${toWireEnum(stage, chains)}, got "${formatText(error)}"`,
    };
  }),
};

/** A text about a failure. Other texts may not concern failures. Assumption. */
function failureIn(content: string | undefined): string | undefined {
  const text = content?.replace(/\b(?:no|without|0)\s+(?:errors?|failures?|exceptions?)\b/gi, '') ?? '';
  return /\b(?:errors?|exception|fail(?:s|ed|ure)?|panic(?:ked)?|revert(?:s|ed)?)\b/i.test(text)
    ? content
    : undefined;
}

/** `success` false alone means "not yet". */
export const failureWithoutError: Check = {
  name: 'failure-without-error',
  family: 'meaning',
  severity: 'minor',
  about: 'The note of a failed operation must give the reason; at the last stage it must not be missing.',
  source: 'section 7; practice: on failure the note is filled',
  judge: judgeRecords(({ note, success, stage = '' }, _, { conventions: { stages }, chains }) => {
    if (success !== false || note?.errorName || note?.internalMsg || note?.content) return undefined;
    if (!note && stage !== stages.at(-1)) return undefined;
    return {
      path: 'response.note',
      class: note ? 'no reason' : 'no note at the last stage',
      message: `expected a note with the reason for the failure at ${formatText(toWireEnum(stage, chains))}, got ${note ? 'one without text' : 'none'}`,
    };
  }),
};

export const noteText: Check = {
  name: 'note-text',
  family: 'meaning',
  severity: 'minor',
  about: 'The texts of a note must not be escaped for HTML.',
  source:
    'section 2.3: texts; that no error contains such entities: assumption, the convention responseFormats',
  judge: judgeRecords(({ note }, _, { conventions: { responseFormats } }) => {
    if (responseFormats === 'off') return undefined;
    for (const name of ['content', 'errorName', 'internalMsg'] as const) {
      const text = note?.[name];
      const entity = text?.match(/&(?:quot|apos|lt|gt|amp|#\d+|#x[0-9a-f]+);/i)?.[0];
      if (entity === undefined) continue;
      return {
        path: `response.note.${name}`,
        class: 'HTML entities',
        message: `expected a text without HTML entities, got ${formatText(entity)} in "${formatText(`${text}`)}"`,
      };
    }
    return undefined;
  }),
};

export const noteBytes: Check = {
  name: 'note-bytes',
  family: 'meaning',
  severity: 'minor',
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
      message: `expected 0x and two hex digits per byte, got "${formatText(bytes)}"`,
    };
  }),
};

export const transactionMissing: Check = {
  name: 'transaction-missing',
  family: 'meaning',
  severity: 'major',
  about: 'The transactions that brought an operation to its stage must be listed.',
  source:
    'section 2.3; on which chain a stage needs a transaction: assumption; off if transactionsListed is of-stage',
  judge: judgeRecords((record, _, { conventions, chains }) => {
    const missing = missingTransaction(record, conventions);
    if (missing === undefined) return undefined;
    const { stage = '', transactions } = record;
    const [shown, wanted] = [stage, missing].map((name) => toWireEnum(name, chains));
    return {
      path: 'response.transactions',
      class: `none of ${missing} at ${stage}`,
      message: `expected a transaction of ${wanted} at ${shown}, got ${transactions?.length ?? 0} without one`,
    };
  }),
};

export const transactionTooEarly: Check = {
  name: 'transaction-too-early',
  family: 'meaning',
  severity: 'major',
  about: 'An operation must not list a transaction of a chain that its message has not reached.',
  source:
    'section 2.3; that nothing happens on the destination chain before inclusion there: assumption; off if transactionsListed is of-stage',
  judge: judgeRecords(({ stage = '', transactions, success }, _, { conventions, chains }) => {
    const { stages, blockchainTypes, transactionsListed } = conventions;
    const [alpha, beta] = blockchainTypes;
    if (transactionsListed === 'of-stage' || alpha === undefined || beta === undefined) return undefined;
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
      message: `expected no transaction of ${chain} at ${shown}, got one`,
    };
  }),
};

/** On the source chain, a hash may have any of the usual forms. */
export const transactionHash: Check = {
  name: 'transaction-hash',
  family: 'meaning',
  severity: 'major',
  about: 'A transaction hash must be 32 bytes, on the destination chain as 0x and 64 hex digits.',
  source: 'section 2.3; the form: assumption, from that of operation ids in practice',
  judge: judgeRecords(({ transactions }, expect, { conventions: { blockchainTypes } }) =>
    (transactions ?? []).flatMap(({ hash, blockchainType }): AnswerViolation[] => {
      if (hash === undefined) return [];
      const path = 'response.transactions[].hash';
      const wanted = '0x and 64 hex digits';
      const form = hashFormOf(hash);
      const shown = `got "${formatText(hash)}"`;
      if (form === undefined)
        return [{ path, class: hashProblem(hash), message: `expected a hash of 32 bytes, ${shown}` }];
      // No hash has eight bytes of zeros: the odds are one in 2^58.
      if (/0{16}/.test(hash)) {
        const kind = /^(?:0x)?0+$/.test(hash) ? 'zero' : 'filled with zeros';
        return [{ path, class: kind, message: `expected the hash of a transaction, ${shown}` }];
      }
      if (expect.kind === 'known' && hash.toLowerCase() === expect.operationId.toLowerCase())
        return [
          { path, class: 'id of the operation', message: `expected the hash of a transaction, ${shown}` },
        ];
      // In practice the first one is the destination chain.
      if (blockchainType === undefined || blockchainType !== blockchainTypes[0] || form === wanted) return [];
      return [{ path, class: `${form} for ${wanted}`, message: `expected ${wanted}, ${shown}` }];
    }),
  ),
};

export const transactionIncomplete: Check = {
  name: 'transaction-incomplete',
  family: 'meaning',
  severity: 'major',
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
          class: 'absent beside others',
          message: `expected ${name} in each transaction, got it in ${has} of ${all}`,
        },
      ];
    }),
  ),
};

export const otherOperation: Check = {
  name: 'other-operation',
  family: 'meaning',
  severity: 'critical',
  about: 'An answer that names an operation must name the requested one.',
  source: 'section 4.2; the member operationId beside those of section 2.3: practice',
  judge: judgeEach(({ request, answer }) => {
    const { expect } = request;
    if (answer === undefined || (expect.kind !== 'known' && expect.kind !== 'unknown')) return undefined;
    const named = 'value' in answer.json ? otherIn(expect.operationId, answer.json.value) : undefined;
    if (named === undefined) return undefined;
    return {
      path: named.path,
      class: 'another operation',
      message: `expected an answer about ${expect.operationId}, got one about ${formatValue(named.value)}`,
    };
  }),
};

export const cachedAnswer: Check = {
  name: 'cached-answer',
  family: 'transport',
  severity: 'minor',
  about: 'An answer about an operation must not come from a cache, and must not be cacheable.',
  source:
    'section 4.2: the answer is a state that changes; RFC 9111, 5.1 and 5.2; the header X-Cache: practice of caches',
  judge: judgeEach(({ request, answer }) => {
    if (answer === undefined || request.endpoint !== 'inclusion') return undefined;
    const { 'x-cache': cache = '', 'cache-control': control = '' } = answer.headers;
    const staleness = stalenessOf(answer);
    const kept: readonly (readonly [isSo: boolean, kind: string, shown: string])[] = [
      [staleness !== undefined, 'from a cache', `${staleness}`],
      [/^hit\b/i.test(cache), 'from a cache', `x-cache: ${cache}`],
      [
        /\b(?:max-age|s-maxage)\s*=\s*"?0*[1-9]/i.test(control) && !/no-store|no-cache/i.test(control),
        'may be kept',
        `cache-control: ${control}`,
      ],
    ];
    const first = kept.find(([isSo]) => isSo);
    if (first === undefined) return undefined;
    const [, kind, shown] = first;
    return {
      path: '',
      class: kind,
      message: `expected an answer that is neither cached nor cacheable, got ${formatText(shown)}`,
    };
  }),
};

/** Returns the member `response` as received, with the names of the deployment. */
function wireRecord(answer: Answer | undefined): InclusionState | undefined {
  if (answer?.inclusion === undefined || !('value' in answer.json)) return undefined;
  return (answer.json.value as { readonly response: InclusionState }).response;
}

/** Without letter case, spaces, dashes and underscores. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}

function isBeforeReturn(stage: string | undefined, { stages }: Conventions): boolean {
  const place = stage === undefined ? -1 : stages.indexOf(stage);
  const end = stages.indexOf('collectedInBETA');
  return place >= 0 && end >= 0 && place < end;
}

/** Returns the chain whose transaction is missing, if the stages are those of practice and the chains are named. */
function missingTransaction(
  { stage, success, transactions, note }: InclusionState,
  { stages, blockchainTypes, transactionsListed }: Conventions,
): string | undefined {
  const [alpha, beta] = blockchainTypes;
  if (transactionsListed === 'of-stage' || !transactions || stage === undefined) return undefined;
  if (alpha === undefined || beta === undefined || !stages.includes(stage)) return undefined;
  const types = transactions.map(({ blockchainType }) => blockchainType);
  if (types.includes(undefined)) return undefined;
  switch (stage) {
    case 'collectedInALPHA':
    case 'includedInALPHAConsensus':
      // A message on its way to the destination chain came from the source chain.
      return types.includes(beta) ? undefined : beta;
    case 'executedInALPHA':
      return types.includes(alpha) || success === false ? undefined : alpha;
    case 'collectedInBETA':
    case 'includedInBETAConsensus':
      // An operation that is rolled back was never executed on the destination chain.
      return types.includes(alpha) || note?.errorName || success === false ? undefined : alpha;
    case 'executedInBETA':
      if (!types.includes(beta)) return beta;
      if (types.length < 2) return beta;
      return types.includes(alpha) || note?.errorName ? undefined : alpha;
    default:
      return undefined;
  }
}

/** Returns another operation that an answer names: in its record, or in its error if that has exactly one id. */
function otherIn(operationId: string, body: unknown): NamedOperation | undefined {
  const { error } = (body ?? {}) as { readonly error?: unknown };
  const ids = typeof error === 'string' ? error.match(/0x[0-9a-fA-F]{64}(?![0-9a-fA-F])/g) : null;
  const [id] = ids?.length === 1 ? ids : [];
  if (id !== undefined && !isSameOperation(id, operationId)) return { path: 'error', value: id };
  return namedOther(operationId, body);
}
