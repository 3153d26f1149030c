import { formatDuration } from '../../internal/print.js';
import type { CaseRequest } from '../case/case-plan.js';
import type { Check } from '../case/check.js';
import { judgeEach } from '../case/judge-each.js';
import type { ObservedFailure } from '../case/observation.js';
import { isHttp, requestKind } from './request-kind.js';

const classes: Readonly<Record<ObservedFailure['kind'], string | undefined>> = {
  closed: 'connection closed',
  timeout: 'no complete answer in time',
  'too-large': 'answer without end',
  // There was no connection, so the service did not get the request.
  network: undefined,
};

/**
 * A broken connection has one cause, whatever was sent over it: findings are named by the kind of failure, and the shrunk case
 * shows the simplest request that causes it. A server may close the connection after malformed HTTP, or wait for the rest.
 */
export const noAnswer: Check = {
  name: 'no-answer',
  family: 'transport',
  severity: 'critical',
  about: 'A request must be answered: no closed connection, no truncated or endless answer, no timeout.',
  source: 'section 4: each endpoint has a response',
  minOccurrences: 3,
  judge: judgeEach(({ request, failure, durationMs }) => {
    const wrong = failure && classes[failure.kind];
    if (failure === undefined || wrong === undefined || mayBeSilent(request)) return undefined;
    return {
      path: '',
      class: wrong,
      message: `expected an answer to ${requestKind(request)}, got none within ${formatDuration(durationMs)}: ${failure.message}`,
    };
  }),
};

function mayBeSilent(request: CaseRequest): boolean {
  return (
    !isHttp(request) && (request.expect.kind === 'no-server-error' || request.expect.kind === 'rejected')
  );
}
