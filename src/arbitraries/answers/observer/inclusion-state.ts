import type { Arbitrary } from 'fast-check';
import type { InclusionState } from '../../../contract/conventions.js';
import type { InclusionTransaction } from '../../../contract/responses.js';
import { members } from '../../drawing/members.js';
import { answerList } from '../answer-list.js';
import { oneOfOrdered } from '../one-of-ordered.js';
import { type Presence, sometimesThere } from '../presence.js';
import { inclusionNote } from './inclusion-note.js';
import { inclusionTimestamp } from './inclusion-timestamp.js';
import type { Observer } from './observer.js';
import { transactionHash } from './transaction-hash.js';

/** Gives what an observer may say of an operation; `presence` is that of stage and success. Section 2.3. */
export function inclusionState(
  { conventions, stages, blockchainTypes }: Observer,
  presence: Presence = sometimesThere,
): Arbitrary<InclusionState> {
  const { optional, nullable } = sometimesThere;
  const transaction = members<InclusionTransaction>({
    blockchainType: optional(oneOfOrdered(blockchainTypes)),
    hash: optional(transactionHash()),
  });
  return members<InclusionState>({
    note: nullable(inclusionNote()),
    stage: presence.optional(oneOfOrdered(stages)),
    success: presence.optional(oneOfOrdered([true, false])),
    timestamp: optional(inclusionTimestamp(conventions.timestampUnit)),
    transactions: nullable(answerList(transaction, 3)),
  });
}
