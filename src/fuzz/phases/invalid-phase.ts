import fc from 'fast-check';
import { invalidRequest } from '../../arbitraries/mutations/invalid-request.js';
import { rawBody } from '../../arbitraries/mutations/raw-body.js';
import type { CasePlan, HttpCaseRequest } from '../../checks/case/case-plan.js';
import { anyIndex } from '../../internal/print.js';
import { caseBody } from './case-body.js';
import { generatedPhase } from './generated-phase.js';
import { badQuery } from './invalid/bad-query.js';
import type { Phase, PhaseContext } from './phase.js';
import { singleRequestCase } from './single-request-case.js';

/** What makes a request invalid. */
interface OneMutation {
  readonly mutation: string;
  readonly path: string;
  readonly reason: string;
}

/**
 * Creates the phase of requests with one mutation each: calls with an invalid field, bodies that are not JSON, and queries
 * without exactly one valid operation id. What the deployment's conventions leave open is not mutated.
 */
export function createInvalidPhase({ calls, deployment, operationIds }: PhaseContext): Phase {
  const invalidCalls = invalidRequest({ deployment, request: calls.map(({ request }) => request) });
  const plans = fc.oneof(
    {
      weight: 6,
      arbitrary: invalidCalls.map(({ body, mutation, path, reason }) =>
        rejected({ mutation, path, reason }, { endpoint: 'simulate', body }),
      ),
    },
    {
      weight: 2,
      arbitrary: rawBody().map(({ kind, reason, bytes }) =>
        rejected({ mutation: kind, path: '', reason }, { endpoint: 'simulate', body: caseBody(bytes) }),
      ),
    },
    {
      weight: 2,
      arbitrary: badQuery(deployment.conventions, operationIds).map(({ query, mutation, reason }) =>
        rejected({ mutation, path: 'operationId', reason }, { endpoint: 'inclusion', query }),
      ),
    },
  );
  return generatedPhase('invalid', plans, (plan) => plan);
}

function rejected(
  { mutation, path, reason }: OneMutation,
  request: Omit<HttpCaseRequest, 'expect'>,
): CasePlan {
  const expect = { kind: 'rejected', mutation, path: anyIndex(path), reason } as const;
  return singleRequestCase('invalid', mutation, { ...request, expect });
}
