import { createRequire } from 'node:module';
import type { CasePlan } from '../../../checks/case/case-plan.js';
import { memberAt, withMemberAt } from '../../../contract/json.js';
import { stepsTo } from '../../../contract/request-places.js';
import {
  hasWhatItNeeds,
  type LooseSimulationRequest,
  requestFields,
  requestTexts,
  type TextField,
} from '../../../contract/simulation-request.js';
import type { Deployment } from '../../../deployment/deployment.js';
import { simulateRequest, simulationOracle } from '../simulate-call.js';
import { singleRequestCase } from '../single-request-case.js';

// Node.js finds no named exports in this CommonJS module, and test runners differ in its default export.
const require = createRequire(import.meta.url);
const { make } = require('covertable') as typeof import('covertable');

/** Lists requests in which each state of an optional field meets each state of every other one. */
export function optionalFieldCases(request: LooseSimulationRequest, deployment: Deployment): CasePlan[] {
  const oracle = simulationOracle(deployment);
  return make(statesOf(request)).map((states) => {
    const combined = Object.entries(states).reduce(
      (whole, [path, value]) => withMemberAt(whole, stepsTo(path), value) as LooseSimulationRequest,
      request,
    );
    // It cannot be invalid in another way.
    const { members } = requestFields.alphaCallParams;
    const isComplete = hasWhatItNeeds(members, combined.alphaCallParams ?? {});
    const mutation = isComplete ? 'missing' : members.arguments.needs.mutation;
    return singleRequestCase(
      'coverage',
      'optional-fields',
      simulateRequest(combined, oracle(combined, mutation), deployment),
    );
  });
}

/** The states of fields that may be optional; undefined is absent. The conventions determine which are required (section 2.1). */
function statesOf(request: LooseSimulationRequest): Record<string, unknown[]> {
  const optional = requestTexts.filter(({ path, field }) => !field.required && !path.includes('[]'));
  const states = optional.map(({ path, field }): [string, unknown[]] => {
    const given = memberAt(request, stepsTo(path));
    const present =
      typeof given === 'string' && given !== '' && given !== field.default ? given : presentText(field);
    return [
      path,
      [
        undefined,
        field.default,
        ...(field.format.name === 'method-name' ? field.format.spellings(present) : [present]),
      ],
    ];
  });
  return { ...Object.fromEntries(states), betaAssets: assetStates };
}

/** A text that differs in meaning from an absent field. */
function presentText({ format, default: none }: TextField): string {
  const [, example] = format.examples;
  return example === none ? format.examples[0] : example;
}

const tokenAddress = `0:${'11'.repeat(32)}`;
const assetStates = [
  [],
  [{ amount: '1' }],
  [{ amount: '1', tokenAddress: '' }],
  [{ amount: '1', tokenAddress }],
  [{ amount: '1' }, { amount: '0', tokenAddress }],
];
