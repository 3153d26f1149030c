import type { SimulationRequest } from 'crosscheck';
import './local.js';

declare global {
  /** A call that succeeds and sends its assets back. */
  var request: SimulationRequest;
}

globalThis.request = {
  shardsKey: '1763712000042',
  alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
  betaAssets: [{ amount: '1000000000' }],
  betaCaller: local.accounts[0],
};
