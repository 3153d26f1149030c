import type { Deployment } from '../../deployment/deployment.js';
import { LocalDeploymentError } from '../../errors/deployment-error.js';
import { UsageError } from '../../errors/usage-error.js';
import { printText } from '../../internal/print.js';
import { localProfile } from '../local-profile.js';
import type { LocalDescription } from './local-description.js';

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
 * @throws {LocalDeploymentError} `DEPLOYMENT_STOPPED` when nothing answers there.
 * @example
 * import { connectLocalDeployment } from 'crosscheck/local';
 *
 * const local = await connectLocalDeployment('http://127.0.0.1:8082');
 * const operationId = await local.submit(request);
 */
export async function connectLocalDeployment(controlUrl: string): Promise<ConnectedLocalDeployment> {
  const description = (await call(`${controlUrl}/deployment`)) as LocalDescription;
  const deployment = localProfile(description);
  return {
    ...description,
    deployment,
    async submit(request) {
      const wire = deployment.dialect.toWireRequest(request);
      const { operationId } = (await call(`${controlUrl}/operations`, wire)) as { operationId: string };
      return operationId;
    },
    async advance(ms) {
      await call(`${controlUrl}/clock/advance`, { ms });
    },
  };
}

async function call(url: string, body?: unknown): Promise<unknown> {
  const post = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  let answer: Response;
  try {
    answer = await fetch(url, body === undefined ? {} : post);
  } catch (cause) {
    throw new LocalDeploymentError('DEPLOYMENT_STOPPED', {
      summary: `No local deployment answers at ${new URL(url).origin}`,
      cause,
    });
  }
  const content = (await answer.json()) as { error?: string };
  if (!answer.ok)
    throw new UsageError(`The local deployment refused: ${printText(content.error ?? answer.statusText)}`);
  return content;
}
