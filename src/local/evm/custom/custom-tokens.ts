import * as AbiConstructor from 'ox/AbiConstructor';
import * as AbiFunction from 'ox/AbiFunction';
import { bridgedTokenAbi, bridgedTokenBytecode } from '../artifacts/bridged-token.js';
import { crossChainLayerAbi } from '../artifacts/cross-chain-layer.js';
import { reserveTokenAbi, reserveTokenBytecode } from '../artifacts/reserve-token.js';
import type { DestinationToken, Hex } from '../destination-chain.js';
import { initialSupply, kindNumber, type Layout } from '../layer/deploy-contracts.js';
import type { SendRequired } from './required-transaction.js';

const registerToken = AbiFunction.fromAbi(crossChainLayerAbi, 'registerToken');
const transfer = AbiFunction.fromAbi(reserveTokenAbi, 'transfer');
const bridgedConstructor = AbiConstructor.fromAbi(bridgedTokenAbi);
const reserveConstructor = AbiConstructor.fromAbi(reserveTokenAbi);

/** Calldata of the owner's order to take a token of this chain for one of the source chain. */
export function registrationOf({ beta, alpha, kind }: DestinationToken): Hex {
  return AbiFunction.encodeData(registerToken, [beta, alpha, kindNumber[kind]]);
}

/** Deploys a token like those that every deployment has: the swap pool, and a reserve, have a million of it. */
export async function deployToken(
  send: SendRequired,
  from: Hex,
  { contracts: { layer, targets } }: Layout,
  { name, kind }: Pick<DestinationToken, 'name' | 'kind'>,
): Promise<Hex> {
  const what = `The token ${name} cannot be deployed`;
  const data =
    kind === 'bridged'
      ? AbiConstructor.encode(bridgedConstructor, {
          bytecode: bridgedTokenBytecode,
          args: [name, layer, targets.swap, initialSupply],
        })
      : AbiConstructor.encode(reserveConstructor, {
          bytecode: reserveTokenBytecode,
          args: [name, from, 2n * initialSupply],
        });
  const { created } = await send(what, { from, data });
  const token = created as Hex;
  if (kind === 'bridged') return token;
  for (const holder of [targets.swap, layer])
    await send(what, { from, to: token, data: AbiFunction.encodeData(transfer, [holder, initialSupply]) });
  return token;
}
