import * as Hash from 'ox/Hash';
import * as HexText from 'ox/Hex';
import type { Hex } from '../destination-chain.js';
import type { Accounts, RpcTransaction } from '../engine/engine.js';
import type { Layout } from '../layer/deploy-contracts.js';
import { encodeExecute } from '../layer/layer-codec.js';
import type { AccountToFund } from './custom-contracts.js';

/**
 * The transaction that gives an account what it shall have: a payment by the owner, or a delivery of tokens by the
 * layer, which alone can mint them or holds their reserve.
 *
 * @param nonce - Another one for each funding on the same layer.
 */
export function fundingOf(
  { owner, executors }: Accounts,
  { contracts: { layer }, tokens }: Layout,
  { address, token, amount }: AccountToFund,
  nonce: string,
): RpcTransaction {
  const to = address as Hex;
  if (token === undefined) return { from: owner, to, data: '0x', value: `0x${BigInt(amount).toString(16)}` };
  const data = encodeExecute({
    operationId: Hash.keccak256(HexText.fromString(`funding ${nonce}`)),
    shardsKey: 0n,
    caller: '',
    target: to,
    methodName: '',
    arguments: '0x',
    assets: [{ token: tokens.find(({ name }) => name === token)?.beta ?? '', amount: BigInt(amount) }],
    extraData: '0x',
  });
  return { from: executors[0] as Hex, to: layer, data };
}
