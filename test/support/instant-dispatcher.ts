import type { Agent } from 'undici';

/** Answers every request with a status and a JSON body, without a network. */
export function instantDispatcher(
  answer: (request: { readonly method: string; readonly path: string }) => readonly [number, string],
): Agent {
  return {
    dispatch({ method, path }, handler) {
      const [status, body] = answer({ method, path });
      const controller = {} as never;
      handler.onRequestStart?.(controller, {});
      handler.onResponseStart?.(controller, status, { 'content-type': 'application/json' }, '');
      handler.onResponseData?.(controller, Buffer.from(body));
      handler.onResponseEnd?.(controller, {});
      return true;
    },
  } satisfies Pick<Agent, 'dispatch'> as Agent;
}
