import { answerOf, type ReceivedRequest } from './raw-server.js';

/** What a service that knows no operation answers to a GET, as it should: a campaign looks whether it is there. */
export function observerAnswer({ target }: ReceivedRequest): Buffer {
  const [path = '', query] = target.split('?');
  if (!path.endsWith('/is-message-included-in-consensus')) return answerOf(404, '{"error":"unknown path"}');
  if (query === undefined) return answerOf(400, '{"error":"the operation id is missing"}');
  return answerOf(404, '{"error":"operation not found"}');
}
