import type { SimulationRequest } from '../../contract/simulation-request.js';
import type { LocalDescription } from './local-description.js';

/** Returns valid requests for a local deployment, by what each shows: two that succeed, and one that fails. */
export function exampleRequests({
  contracts: { targets },
  accounts,
}: Pick<LocalDescription, 'contracts' | 'accounts'>): Readonly<Record<string, SimulationRequest>> {
  const request = (target: string, methodName = ''): SimulationRequest => ({
    shardsKey: '1762000000',
    alphaCallParams: { target, methodName, arguments: '0x' },
    betaAssets: [{ amount: '1000', tokenAddress: '' }],
    betaCaller: accounts[0] ?? '',
    executorAddress: '',
    extraData: '0x',
    feeAssetAddress: '',
  });
  return {
    'assets that come back': request(targets.bounce, 'bounce'),
    'assets that stay': request(targets.bounce),
    'a call that reverts': request(targets.failing, 'failWithoutData'),
  };
}
