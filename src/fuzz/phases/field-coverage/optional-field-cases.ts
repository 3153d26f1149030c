import { createRequire } from 'node:module';
import type { CasePlan } from '../../../checks/case/case-plan.js';
import type { SimulationRequest } from '../../../contract/simulation-request.js';
import type { Deployment } from '../../../deployment/deployment.js';
import { definedMembers } from '../../../internal/objects.js';
import { simulateRequest } from '../simulate-request.js';
import { simulationOracle } from '../simulation-oracle.js';
import { singleRequestCase } from '../single-request-case.js';

// Node.js finds no names in its CommonJS, and test runners differ from it in what they take for the default.
const require = createRequire(import.meta.url);
const { make } = require('covertable') as typeof import('covertable');

const executorAddress = `0x${'11'.repeat(20)}`;
const tokenAddress = `0:${'11'.repeat(32)}`;

/** Lists requests in which each state of an optional field meets each state of every other one. */
export function optionalFieldCases(request: SimulationRequest, deployment: Deployment): CasePlan[] {
  const oracle = simulationOracle(deployment);
  return make(statesOf(request)).map(({ arguments: bytes, methodName, ...members }) => {
    const call = { target: request.alphaCallParams?.target, arguments: bytes, methodName };
    const combined: SimulationRequest = definedMembers({
      ...request,
      ...members,
      alphaCallParams: definedMembers(call),
    });
    // Nothing else can be wrong with it.
    const fault = (bytes ?? '0x') !== '0x' && !methodName ? 'arguments-without-method' : 'missing';
    return singleRequestCase(
      'coverage',
      'optional-fields',
      simulateRequest(combined, oracle(combined, fault), deployment),
    );
  });
}

/** The states of the fields that may be optional; undefined is absent. Which are required, conventions say (section 2.1). */
function statesOf({ alphaCallParams = {} }: SimulationRequest) {
  const bareName = alphaCallParams.methodName?.replace('(bytes,bytes)', '') || 'a';
  const bytes = (alphaCallParams.arguments ?? '0x') === '0x' ? '0x00' : alphaCallParams.arguments;
  return {
    arguments: [undefined, '0x', bytes],
    methodName: [undefined, '', bareName, `${bareName}(bytes,bytes)`],
    betaAssets: [
      [],
      [{ amount: '1' }],
      [{ amount: '1', tokenAddress: '' }],
      [{ amount: '1', tokenAddress }],
      [{ amount: '1' }, { amount: '0', tokenAddress }],
    ],
    executorAddress: [undefined, '', executorAddress],
    extraData: [undefined, '0x', '0xab'],
    feeAssetAddress: [undefined, '', tokenAddress],
  };
}
