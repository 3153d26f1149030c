import type { HttpError } from '../client/client-errors.js';
import { failedCallOf } from '../client/http-errors.js';
import type { PlannedRequest } from '../client/request.js';
import type { Exchange } from '../deployment/exchange.js';
import { realClock } from '../internal/clock.js';
import { areAlike, wholeResponse } from '../probing/answer-comparison.js';
import { checkObserver, sendOnce } from '../probing/observer-check.js';

/**
 * Returns why a 404 says nothing about what was requested: the server answers an unknown path in the same way. Undefined if the
 * service itself sent the 404.
 *
 * Sends a request to a path next to it and, if that is safe, one without parameters, which a service rejects.
 */
export async function foreignNotFound(
  error: HttpError,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const call = failedCallOf(error);
  const { response } = error.exchange;
  if (call === undefined || response === undefined) return undefined;
  const { deployment, endpoint } = call;
  const send = sendOnce(deployment, { clock: realClock, signal });
  if (endpoint.name === 'inclusion') {
    const check = await checkObserver(deployment, send);
    if (!check.isAtPath) return `status 404, and ${check.error.reason}`;
    const reason = check.notOfOperation(error.exchange);
    return reason === undefined ? undefined : `status 404 ${reason}`;
  }
  const wrongPathEndpoint = { ...endpoint, path: endpoint.path.replace(/[^/]*$/, 'no-such-operation') };
  const body = endpoint.method === 'POST' ? '{}' : undefined;
  // Other endpoints may change the state of the service.
  const isSafe = endpoint.method === 'GET' || endpoint.name === 'simulate';
  const requests: PlannedRequest[] = [
    { endpoint: wrongPathEndpoint, body },
    ...(isSafe ? [{ endpoint, body }] : []),
  ];
  let answers: Exchange[];
  try {
    answers = (await Promise.all(requests.map(send))).map(({ exchange }) => exchange);
  } catch {
    return notShown(endpoint.who);
  }
  const [wrongPath, empty] = answers;
  if (wrongPath === undefined || wholeResponse(wrongPath) === undefined) return notShown(endpoint.who);
  if (!areAlike(error.exchange, wrongPath)) return undefined;
  const isEmptyAlike =
    empty === undefined || wholeResponse(empty) === undefined || areAlike(empty, wrongPath);
  return isEmptyAlike ? notShown(endpoint.who) : undefined;
}

function notShown(who: string): string {
  return `${who} answered with status 404, as at a path that does not exist: a proxy or another server may have answered`;
}
