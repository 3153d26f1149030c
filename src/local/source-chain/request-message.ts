import { rawBetaAddress } from '../../contract/addresses.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import type { Hex } from '../evm/json-rpc.js';
import type { InMessage } from '../evm/layer.js';

/** Returns the message of a valid request with an operation id. Token addresses are in raw form. */
export function requestMessage(request: LooseSimulationRequest, operationId: Hex): InMessage {
  const { alphaCallParams: call = {}, betaAssets = [] } = request;
  return {
    operationId,
    shardsKey: BigInt(request.shardsKey ?? ''),
    caller: request.betaCaller ?? '',
    target: call.target as Hex,
    methodName: call.methodName ?? '',
    arguments: (call.arguments ?? '0x') as Hex,
    assets: betaAssets.map(({ amount = '', tokenAddress = '' }) => ({
      token: rawBetaAddress(tokenAddress),
      amount: BigInt(amount),
    })),
    executor: (request.executorAddress || undefined) as Hex | undefined,
    extraData: (request.extraData ?? '0x') as Hex,
  };
}
