import * as AbiFunction from 'ox/AbiFunction';
import { expect, it } from 'vitest';
import { crossChainLayerAbi } from '../../../../src/local/evm/artifacts/cross-chain-layer.js';
import { createDestinationChain } from '../../../../src/local/evm/destination-chain.js';
import { createJsonRpc } from '../../../../src/local/evm/json-rpc.js';
import { messageTo } from './message-to.js';

it('computes the same leaf as the layer', async () => {
  const chain = await createDestinationChain();
  const rpc = createJsonRpc(chain.rpcUrl);
  const { layer, targets } = chain.contracts;
  const message = messageTo(targets.bounce, 'bounce', {
    caller: 'ĉaller',
    arguments: '0x0102',
    assets: [
      { token: '', amount: 1n },
      { token: '0:ab', amount: 2n ** 255n },
    ],
    extraData: '0xff',
  });
  const data = AbiFunction.encodeData(AbiFunction.fromAbi(crossChainLayerAbi, 'leafOf'), [message]);
  expect(await rpc.call('eth_call', { to: layer, data }, 'latest')).toBe(chain.leafOf(message));
  await rpc.close();
  await chain.stop();
});
