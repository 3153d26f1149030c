import fc, { type Arbitrary } from 'fast-check';
import type { OutMessage, TokenAmount } from '../../../contract/responses.js';
import { constantsOr } from '../../drawing/constants-or.js';
import { members } from '../../drawing/members.js';
import { alphaAddress } from '../../values/alpha-address.js';
import { betaAddress } from '../../values/beta-address.js';
import { hexBytes } from '../../values/hex-bytes.js';
import { operationId } from '../../values/operation-id.js';
import { tokenAmount } from '../../values/token-amount.js';
import { answerInteger } from '../answer-integer.js';
import { answerList } from '../answer-list.js';
import type { Presence } from '../presence.js';

/** Gives outgoing messages: none, one, many. Section 2.2, `response.outMessages`. */
export function outMessages(presence: Presence): Arbitrary<OutMessage[]> {
  const { optional, nullable } = presence;
  const message = members<OutMessage>({
    callerAddress: optional(alphaAddress()),
    operationId: optional(operationId()),
    payload: optional(hexBytes({ maxLength: 64 })),
    shardsKey: optional(answerInteger()),
    targetAddress: optional(betaAddress()),
    tokensBurned: nullable(tokens(presence)),
    tokensLocked: nullable(tokens(presence)),
  });
  return fc.array(message, { maxLength: 4 });
}

function tokens({ optional }: Presence): Arbitrary<TokenAmount[]> {
  const token = members<TokenAmount>({
    amount: optional(tokenAmount()),
    tokenAddress: optional(constantsOr([''], betaAddress(), 3)),
  });
  return answerList(token, 2);
}
