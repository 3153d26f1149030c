import type { Dispatcher } from 'undici';
import type { Deployment } from '../deployment/deployment.js';

/** A request as it is sent, secrets included, apart from where the deployment is. */
export interface SentRequest {
  readonly method: string;
  /** Below the base URL. */
  readonly path: string;
  /** What follows `?`, encoded. */
  readonly query: string | undefined;
  /** Members of the query that hold no credential, whatever their names sound like. */
  readonly publicNames: readonly string[];
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** Reads a request to a deployment from what undici is told. */
export function sentRequest(
  { origin = '', path: target, method, headers, body }: Dispatcher.DispatchOptions,
  { simulatorUrl, observerUrl, conventions }: Deployment,
): SentRequest {
  const [path = '', ...queries] = target.split('?');
  return {
    method,
    path: below(`${origin}${path}`, [simulatorUrl, observerUrl]) ?? path,
    query: queries.length === 0 ? undefined : queries.join('?'),
    publicNames: [encodeURIComponent(conventions.operationIdParameter)],
    body: typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body as string) : Buffer.of(),
    headers: (headers ?? {}) as Readonly<Record<string, string>>,
  };
}

/** The rest of a URL after the longest base that it is below. */
function below(url: string, bases: readonly string[]): string | undefined {
  const [base] = bases.filter((one) => url.startsWith(`${one}/`)).sort((a, b) => b.length - a.length);
  return base === undefined ? undefined : url.slice(base.length);
}
