import type { Dispatcher } from 'undici';
import type { Deployment } from '../deployment/deployment.js';

/** A request as it is sent, secrets included, apart from where the deployment is. */
export interface SentRequest {
  /** Name of the deployment; one that was given none is {@link unnamed}. */
  readonly deployment: string;
  /** Which of its two addresses was asked; undefined where they are the same. */
  readonly server: 'simulator' | 'observer' | undefined;
  readonly method: string;
  /** Below the base URL. */
  readonly path: string;
  /** What follows `?`, encoded. */
  readonly query: string | undefined;
  /** Members of the query that hold no credential, whatever their names sound like. */
  readonly publicNames: readonly string[];
  /** The operation that the query names, if it names one. */
  readonly operationId: string | undefined;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** A deployment without a name is called by its host, which recordings do not keep. */
export const unnamed = '(unnamed)';

/** Reads a request to a deployment from what undici is told. */
export function sentRequest(
  { origin = '', path: target, method, headers, body }: Dispatcher.DispatchOptions,
  { name, simulatorUrl, observerUrl, conventions }: Deployment,
): SentRequest {
  const [path = '', ...queries] = target.split('?');
  const url = `${origin}${path}`;
  const [base] = [simulatorUrl, observerUrl]
    .filter((one) => url.startsWith(`${one}/`))
    .sort((a, b) => b.length - a.length);
  const query = queries.length === 0 ? undefined : queries.join('?');
  return {
    deployment: name === new URL(simulatorUrl).host ? unnamed : name,
    server: simulatorUrl === observerUrl || base === undefined ? undefined : serverOf(base, simulatorUrl),
    method,
    // The rest of the URL after the longest base that it is below.
    path: base === undefined ? path : url.slice(base.length),
    query,
    publicNames: [encodeURIComponent(conventions.operationIdParameter)],
    operationId: new URLSearchParams(query).get(conventions.operationIdParameter) ?? undefined,
    body: typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body as string) : Buffer.of(),
    headers: (headers ?? {}) as Readonly<Record<string, string>>,
  };
}

function serverOf(base: string, simulatorUrl: string): 'simulator' | 'observer' {
  return base === simulatorUrl ? 'simulator' : 'observer';
}
