import { currentDeployment, type Deployment, deploymentFromEnv, type SimulationRequest } from 'crosscheck';
import { localDeployment } from 'crosscheck/vitest';
import * as AbiParameters from 'ox/AbiParameters';

/** A call to test, and how to send it for real. */
export interface Scenario {
  readonly deployment: Deployment;
  /** A call that succeeds and sends something back. */
  readonly request: SimulationRequest;
  /** The same call, asking for more than it can get; undefined where the example does not know one. */
  readonly greedyRequest: SimulationRequest | undefined;
  /** Sends the call from the source chain and gives the id of the operation. */
  readonly submit: () => Promise<string>;
}

/**
 * The swap to test. Against the local deployment it is a call of the pool that comes with it. The interface has no
 * operation to submit a call (wallets do that), so against another deployment the environment says what to simulate,
 * EXAMPLE_REQUEST as JSON, and which operation to wait for, EXAMPLE_OPERATION_ID.
 */
export async function swapScenario(): Promise<Scenario> {
  const { EXAMPLE_REQUEST, EXAMPLE_OPERATION_ID } = process.env;
  const deployment = currentDeployment();
  if (deploymentFromEnv()) {
    if (!EXAMPLE_REQUEST || !EXAMPLE_OPERATION_ID) {
      throw new Error(
        `Set EXAMPLE_REQUEST and EXAMPLE_OPERATION_ID to run the example against ${deployment.name}`,
      );
    }
    return {
      deployment,
      request: JSON.parse(EXAMPLE_REQUEST) as SimulationRequest,
      greedyRequest: undefined,
      submit: async () => EXAMPLE_OPERATION_ID,
    };
  }

  const local = await localDeployment();
  const tokenOf = (name: string) => {
    const token = local.tokens.find((candidate) => candidate.name === name);
    if (!token) throw new Error(`The local deployment has no token ${name}`);
    return token;
  };
  const swap = (minimumOutput: bigint): SimulationRequest => ({
    shardsKey: String(Date.now()),
    alphaCallParams: {
      target: local.contracts.targets.swap,
      methodName: 'swap',
      arguments: AbiParameters.encode(AbiParameters.from('address tokenOut, uint256 minimumOutput'), [
        tokenOf('BLUE').alpha,
        minimumOutput,
      ]),
    },
    betaAssets: [{ amount: '1000000000000000000', tokenAddress: tokenOf('RED').beta }],
    betaCaller: local.accounts[0],
  });
  const request = swap(1n);
  return {
    deployment,
    request,
    greedyRequest: swap(10n ** 18n * 2n),
    submit: () => local.submit(request),
  };
}
