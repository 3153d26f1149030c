import type { Deployment } from '../../deployment/deployment.js';
import { LocalDeploymentError } from '../../errors/deployment-error.js';
import { UsageError } from '../../errors/usage-error.js';
import { printText } from '../../internal/print.js';
import { localProfile } from '../local-profile.js';
import type { LocalDescription } from './local-description.js';

/** An advance may execute many operations before it answers. */
const callTimeoutMs = 60_000;

/** A local deployment that runs in another process. */
export interface ConnectedLocalDeployment extends LocalDescription {
  /** What clients, matchers and waits take. */
  readonly deployment: Deployment;
  /** Submits an operation on the source chain, and gives its id. */
  submit(request: Parameters<Deployment['dialect']['toWireRequest']>[0]): Promise<string>;
  /** Moves the time of the source chain forward by milliseconds, and waits until everything due by then has happened. */
  advance(ms: number): Promise<void>;
}

/**
 * Connects to a local deployment by its control listener, for tests that run in another process than it does.
 *
 * @throws {LocalDeploymentError} `DEPLOYMENT_STOPPED` when nothing answers there, `DEPLOYMENT_ENGINE_FAILED` when the
 * deployment fails.
 * @throws {UsageError} when it is no URL, or refuses what is asked of it.
 * @example
 * import { connectLocalDeployment } from 'crosscheck/local';
 *
 * const local = await connectLocalDeployment('http://127.0.0.1:8082');
 * const operationId = await local.submit(request);
 */
export async function connectLocalDeployment(controlUrl: string): Promise<ConnectedLocalDeployment> {
  const at = controlUrls(controlUrl);
  const description = (await call(at('/deployment'))) as LocalDescription;
  const deployment = localProfile(description);
  return {
    ...description,
    deployment,
    async submit(request) {
      const wire = deployment.dialect.toWireRequest(request);
      const { operationId } = (await call(at('/operations'), wire)) as { operationId: string };
      return operationId;
    },
    async advance(ms) {
      await call(at('/clock/advance'), { ms });
    },
  };
}

async function call(url: URL, body?: unknown): Promise<unknown> {
  const post = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const answer = await answerOf(url, body === undefined ? {} : post);
  if (answer.ok) return answer.content;
  const summary = `The local deployment refused: ${printText(answer.content.error ?? 'it does not say why')}`;
  if (answer.status < 500) throw new UsageError(summary);
  throw new LocalDeploymentError('DEPLOYMENT_ENGINE_FAILED', { summary });
}

interface ControlAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly content: { readonly error?: string };
}

async function answerOf(url: URL, init: RequestInit): Promise<ControlAnswer> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(callTimeoutMs) });
    const { ok, status } = response;
    return { ok, status, content: (await response.json()) as ControlAnswer['content'] };
  } catch (cause) {
    throw new LocalDeploymentError('DEPLOYMENT_STOPPED', {
      summary: `No local deployment answers at ${url.origin}`,
      cause,
    });
  }
}

function controlUrls(controlUrl: string): (path: string) => URL {
  if (!URL.canParse(controlUrl))
    throw new UsageError('connectLocalDeployment takes the controlUrl of a local deployment');
  return (path) => new URL(path, controlUrl);
}
