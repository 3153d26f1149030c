import type { Expectation, HttpCaseRequest } from '../../../checks/case/case-plan.js';
import { inclusionRequest } from '../../../checks/case/inclusion-request.js';
import { inclusionQuery } from '../../../client/request.js';
import type { Deployment } from '../../../deployment/deployment.js';

/** Plans queries for an operation by its id in other spellings: in upper case, as far as that is known, and encoded. */
export function idSpellings(operationId: string, deployment: Deployment): HttpCaseRequest[] {
  const upperCase = /^0x[0-9a-f]+$/.test(operationId)
    ? `0x${operationId.slice(2).toUpperCase()}`
    : operationId;
  const encoded = inclusionQuery(deployment, '') + operationId.replace(/./g, percentEncoded);
  return [
    ...(upperCase === operationId
      ? []
      : [inclusionRequest(upperCase, expectationOf(operationId, upperCase, deployment), deployment)]),
    {
      endpoint: 'inclusion',
      query: encoded,
      expect: { kind: 'known', operationId, spelling: 'percent-encoded' },
    },
  ];
}

function expectationOf(
  operationId: string,
  upperCase: string,
  { conventions: { operationIdCase } }: Deployment,
): Expectation {
  switch (operationIdCase) {
    case 'any':
      return { kind: 'known', operationId, spelling: 'upper-case' };
    case 'exact':
      return { kind: 'unknown', operationId: upperCase };
    case 'open':
      return { kind: 'no-server-error', reason: 'Whether its letter case matters is not known.' };
  }
}

function percentEncoded(character: string): string {
  return `%${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0').toUpperCase()}`;
}
