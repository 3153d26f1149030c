import { formatBetaAddress, parseBetaAddress } from '../../contract/beta-address.js';
import type { SimulationRequest } from '../../contract/request-schema.js';
import type { Hex, InMessage } from '../evm/destination-chain.js';

/** The message that a valid request makes, under an operation id; tokens are in the raw form of their address. */
export function inMessageOf(request: SimulationRequest, operationId: Hex): InMessage {
  const { alphaCallParams: call = {}, betaAssets = [] } = request;
  return {
    operationId,
    shardsKey: BigInt(request.shardsKey ?? ''),
    caller: request.betaCaller ?? '',
    target: call.target as Hex,
    methodName: call.methodName ?? '',
    arguments: (call.arguments ?? '0x') as Hex,
    assets: betaAssets.map(({ amount = '', tokenAddress = '' }) => ({
      token: rawAddress(tokenAddress),
      amount: BigInt(amount),
    })),
    executor: (request.executorAddress || undefined) as Hex | undefined,
    extraData: (request.extraData ?? '0x') as Hex,
  };
}

function rawAddress(token: string): string {
  const address = parseBetaAddress(token);
  return address === undefined ? token : formatBetaAddress({ ...address, form: 'raw' });
}
