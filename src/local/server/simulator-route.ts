import { simulatePath } from '../../endpoint/built-in.js';
import type { DestinationChain } from '../evm/destination-chain.js';
import { requestMessage } from '../source-chain/request-message.js';
import { syntheticHash } from '../source-chain/synthetic-hash.js';
import { type BodyLimits, createRequestReader, type ServedDeployment } from './read-request.js';
import type { Route } from './route.js';

/** "Simulate a cross-chain call" (section 4.1), computed by the destination chain. */
export function simulatorRoute(
  served: ServedDeployment,
  destination: DestinationChain,
  limits: BodyLimits,
): Route {
  const readRequest = createRequestReader(served, limits);
  return {
    endpoint: 'simulate',
    method: 'POST',
    path: simulatePath(served.chains),
    parameters: [],
    async answer(request) {
      const simulated = await readRequest(request);
      const { betaCaller = '', shardsKey = '' } = simulated;
      // Constant, so that verdicts are deterministic, and different from the ids of submissions.
      const operationId = syntheticHash('simulation', betaCaller, shardsKey);
      return { response: await destination.simulate(requestMessage(simulated, operationId)) };
    },
  };
}
