import type { DeploymentOptions, SimulationRequest } from 'crosscheck';
import type { FuzzedCall } from 'crosscheck/fuzz';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPhase, onlyRequest, phaseContext, plansOf } from './phase-context.js';

const request: SimulationRequest = {
  shardsKey: '1',
  alphaCallParams: { target: `0x${'ab'.repeat(20)}`, arguments: '0x00' },
  betaAssets: [],
  betaCaller: `0:${'ca'.repeat(32)}`,
};
const withMethod = { ...request, alphaCallParams: { ...request.alphaCallParams, methodName: 'run' } };
const open = { requestValidation: 'off' } as const;

function expectedOf(call: FuzzedCall, conventions: DeploymentOptions['conventions']): string[] {
  const phase = createPhase('valid', { ...phaseContext({ conventions }), calls: fc.constant(call) });
  return plansOf(phase, 1).map((plan) => onlyRequest(plan).expect.kind);
}

it('expects a call to be simulated, unless the conventions leave open whether it is valid', () => {
  expect(expectedOf({ request: withMethod }, {})).toEqual(['simulated']);
  expect(expectedOf({ request: withMethod }, open)).toEqual(['simulated']);
  expect(expectedOf({ request }, open)).toEqual(['no-server-error']);
  expect(expectedOf({ request: {} }, { requiredRequestFields: [] })).toEqual(['no-server-error']);
});

it('trusts the author of a call that it is valid', () => {
  expect(expectedOf({ request, succeeds: false }, open)).toEqual(['simulated']);
  expect(expectedOf({ request }, {})).toEqual(['simulated']);
});
