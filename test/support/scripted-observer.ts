import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type DeploymentOptions, defineDeployment } from 'crosscheck';

/** What the observer does with one poll: a whole answer, or `hang` (never answers), or `reset` (drops it). */
export type Answer =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | 'hang'
  | 'reset';

/** A poll as it came. */
export interface ReceivedPoll {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** An observer on loopback that answers each poll with the next of its answers; the last one repeats. */
export interface ScriptedObserver extends AsyncDisposable {
  readonly url: string;
  readonly polls: readonly ReceivedPoll[];
  /** How many polls the client gave up before they were answered. */
  readonly abandoned: number;
  /** A deployment with this observer, without retries. */
  deployment(options?: Partial<DeploymentOptions>): ReturnType<typeof defineDeployment>;
}

/** Answers 200 with a record, which is the member `response`. */
export function record(response: Readonly<Record<string, unknown>>): Answer {
  return status(200, { response });
}

/** Answers with a status, and a body as JSON. */
export function status(code: number, body: unknown = {}, headers: Record<string, string> = {}): Answer {
  const json = { 'content-type': 'application/json', ...headers };
  return { status: code, headers: json, body: JSON.stringify(body) };
}

/** Answers in turn, or by the operation that is asked about and how often it was before. */
export type Script = readonly Answer[] | ((operationId: string, poll: number) => Answer);

/** Starts it. */
export async function startScriptedObserver(script: Script): Promise<ScriptedObserver> {
  const polls: ReceivedPoll[] = [];
  const pollsOf = new Map<string, number>();
  let abandoned = 0;
  const server = createServer(({ method, url = '', headers }, response) => {
    const rejection = method === 'GET' ? answerToControlRequest(url) : undefined;
    if (rejection !== undefined) return give(rejection, response);
    const earlier = pollsOf.get(url) ?? 0;
    const answer = answerOf(script, url, typeof script === 'function' ? earlier : polls.length);
    polls.push({ url, headers });
    pollsOf.set(url, earlier + 1);
    if (answer === 'hang') response.once('close', () => abandoned++);
    else give(answer, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    polls,
    get abandoned() {
      return abandoned;
    },
    deployment: (options) =>
      defineDeployment({ name: 'staging', simulatorUrl: url, observerUrl: url, retries: 0, ...options }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** What asks whether the observer is at its path is no poll, and answered as every observer does (practice). */
function answerToControlRequest(url: string): Exclude<Answer, 'hang' | 'reset'> | undefined {
  const { pathname, search } = new URL(url, 'http://observer');
  const reject = (code: number, error: string) =>
    status(code, { error }) as Exclude<Answer, 'hang' | 'reset'>;
  if (pathname.endsWith('/no-such-operation')) return reject(404, 'unknown path');
  if (search === '' && pathname.endsWith('/is-message-included-in-consensus'))
    return reject(400, 'the operation id is missing');
  return search.includes('c0de'.repeat(16)) ? reject(404, 'operation not found') : undefined;
}

function answerOf(script: Script, url: string, earlier: number): Answer {
  if (typeof script !== 'function') return script[Math.min(earlier, script.length - 1)] ?? 'reset';
  return script(new URL(url, 'http://observer').searchParams.get('operationId') ?? '', earlier);
}

function give(answer: Exclude<Answer, 'hang'>, response: ServerResponse): void {
  if (answer === 'reset') response.socket?.resetAndDestroy();
  else response.writeHead(answer.status, answer.headers).end(answer.body);
}
