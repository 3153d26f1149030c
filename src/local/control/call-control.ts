import { jsonText } from '../../contract/json.js';
import { LocalDeploymentError, UsageError } from '../../errors.js';
import { formatText } from '../../internal/print.js';
import { request } from '../../internal/undici.js';
import type { AnswerOf, ControlOperation, Given } from './control-operation.js';
import { descriptionOperation } from './control-operations.js';

/** The input of an operation of the control listener. */
export type Asked<Operation extends ControlOperation> = Partial<Given<Operation>>;

/** Calls an operation of a control listener. */
export type ControlCall = <Operation extends ControlOperation>(
  operation: Operation,
  asked?: Asked<Operation>,
) => Promise<AnswerOf<Operation>>;

interface ControlAnswer {
  readonly status: number;
  /** Undefined if it is not a JSON object. */
  readonly content: { readonly error?: string } | undefined;
}

/** The time limit of reads. Changes wait for their turn, and an advance for everything that it executes. */
const readTimeoutMs = 60_000;
const longestRejection = 2000;

/**
 * Creates a client of the control listener at a URL.
 *
 * @throws {UsageError} if it is not a URL. Calls throw it if they are rejected or something else answers, and a
 * LocalDeploymentError `DEPLOYMENT_STOPPED` or `DEPLOYMENT_ENGINE_FAILED` if nothing answers or the deployment failed.
 */
export function createControlCall(controlUrl: string): ControlCall {
  if (!URL.canParse(controlUrl))
    throw new UsageError('connectLocalDeployment takes the controlUrl of a local deployment');

  return async ({ method, path }, asked = {}) => {
    const { status, content } = await answerOf(urlOf(controlUrl, path, asked), method, asked.body);
    const said = content?.error === undefined ? undefined : formatText(content.error, longestRejection);
    if (content === undefined || (path === descriptionOperation.path && isOfOther(status, content))) {
      const answer = said === undefined ? `it answered ${status}` : `${status}: ${said}`;
      const { origin } = new URL(controlUrl);
      throw new UsageError(`${origin} is not the control URL of a local deployment (${answer})`, [
        'What to do: pass the controlUrl of startLocalDeployment, or the URL that crosscheck serve prints as control',
      ]);
    }
    if (status < 300) return content as never;
    if (status < 500) throw new UsageError(`The local deployment rejected: ${said ?? status}`);
    const code = status === 503 ? 'DEPLOYMENT_STOPPED' : 'DEPLOYMENT_ENGINE_FAILED';
    throw new LocalDeploymentError(code, { summary: `The local deployment failed: ${said ?? status}` });
  };
}

/** Returns whether another server than a control listener gave this answer to the request for the description. */
function isOfOther(status: number, content: object): boolean {
  return status === 404 || (status < 300 && !('simulatorUrl' in content));
}

function urlOf(controlUrl: string, path: string, asked: Asked<ControlOperation>): URL {
  const values = (asked.path ?? {}) as Readonly<Record<string, unknown>>;
  const url = new URL(
    path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name]))),
    controlUrl,
  );
  for (const [name, value] of Object.entries(asked.query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

async function answerOf(url: URL, method: ControlOperation['method'], body: unknown): Promise<ControlAnswer> {
  try {
    const response = await request(url, {
      method,
      ...(method === 'GET' && { signal: AbortSignal.timeout(readTimeoutMs) }),
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: jsonText(body) }),
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    return { status: response.statusCode, content: objectIn(await response.body.text()) };
  } catch (cause) {
    const isLate = (cause as Error).name === 'TimeoutError';
    const summary = isLate
      ? `The local deployment at ${url.origin} did not answer within ${readTimeoutMs / 1000} s`
      : `No local deployment answers at ${url.origin}`;
    throw new LocalDeploymentError('DEPLOYMENT_STOPPED', { summary, cause });
  }
}

function objectIn(text: string): ControlAnswer['content'] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
