import { LocalDeploymentError } from '../../errors/deployment-error.js';
import { UsageError } from '../../errors/usage-error.js';
import { printText } from '../../internal/print.js';
import type { AnswerOf, ControlOperation, Given } from './control-operation.js';

/** What an operation of the control listener is asked with. */
export type Asked<Operation extends ControlOperation> = Partial<Given<Operation>>;

/** Asks a control listener to do one of its operations. */
export type ControlCall = <Operation extends ControlOperation>(
  operation: Operation,
  asked?: Asked<Operation>,
) => Promise<AnswerOf<Operation>>;

interface ControlAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly content: { readonly error?: string };
}

/** An advance may execute many operations before it answers. */
const callTimeoutMs = 60_000;
const longestRefusal = 2000;

/**
 * Creates what asks the control listener at a URL.
 *
 * @param tellOf - Writes what a refusal says for those who asked.
 * @throws {UsageError} when it is no URL. Calls throw it when they are refused, and a LocalDeploymentError
 * `DEPLOYMENT_STOPPED` or `DEPLOYMENT_ENGINE_FAILED` when nothing answers, or the deployment failed.
 */
export function createControlCall(controlUrl: string, tellOf: (refusal: string) => string): ControlCall {
  if (!URL.canParse(controlUrl))
    throw new UsageError('connectLocalDeployment takes the controlUrl of a local deployment');

  return async ({ method, path }, asked = {}) => {
    const { ok, status, content } = await answerOf(urlOf(controlUrl, path, asked), method, asked.body);
    if (ok) return content as never;
    const said = printText(content.error ?? 'it does not say why', longestRefusal);
    if (status < 500) throw new UsageError(`The local deployment refused: ${tellOf(said)}`);
    const code = status === 503 ? 'DEPLOYMENT_STOPPED' : 'DEPLOYMENT_ENGINE_FAILED';
    throw new LocalDeploymentError(code, { summary: `The local deployment failed: ${said}` });
  };
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

async function answerOf(url: URL, method: string, body: unknown): Promise<ControlAnswer> {
  const content = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  try {
    const signal = AbortSignal.timeout(callTimeoutMs);
    const response = await fetch(url, { method, signal, ...(body === undefined ? {} : content) });
    const { ok, status } = response;
    return { ok, status, content: (await response.json()) as ControlAnswer['content'] };
  } catch (cause) {
    const isLate = (cause as Error).name === 'TimeoutError';
    const summary = isLate
      ? `The local deployment at ${url.origin} did not answer within ${callTimeoutMs / 1000} s`
      : `No local deployment answers at ${url.origin}`;
    throw new LocalDeploymentError('DEPLOYMENT_STOPPED', { summary, cause });
  }
}
