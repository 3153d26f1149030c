import type { LocalDeployment } from 'crosscheck/local';
import * as AbiParameters from 'ox/AbiParameters';

const reasonParameters = AbiParameters.from('string reason');

/** A call that sends its assets back. */
export function bounceCall({ contracts }: LocalDeployment): object {
  return { target: contracts.targets.bounce, methodName: 'bounce' };
}

/** A call that reverts with a reason. */
export function failingCall({ contracts }: LocalDeployment, reason: string): object {
  const args = AbiParameters.encode(reasonParameters, [reason]);
  return { target: contracts.targets.failing, methodName: 'failWithReason', arguments: args };
}

/** Submits an operation to a deployment that says evm and tvm, as a client in any language would, and gives its id. */
export async function submitOverHttp(
  { controlUrl, accounts }: LocalDeployment,
  call: object,
  more: object,
): Promise<string> {
  const evmCallParams = call;
  const tvmAssets = [{ amount: '1000000000' }];
  const answer = await fetch(`${controlUrl}/operations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ shardsKey: '1', evmCallParams, tvmAssets, tvmCaller: accounts[0], ...more }),
  });
  return ((await answer.json()) as { operationId: string }).operationId;
}
