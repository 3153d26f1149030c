import { composeMessage, isCrosscheckError } from '../errors.js';
import { realClock, withTimeLimit } from '../internal/clock.js';
import { formatText } from '../internal/print.js';
import { sharedByCopies } from '../internal/shared-by-copies.js';
import type { Deployment } from './deployment.js';

/** The URLs of a deployment's servers. */
type Urls = Pick<Deployment, 'simulatorUrl' | 'observerUrl'>;

/** Returns the line that failures show of the deployment; undefined if there is nothing to say. */
type Describe = () => Promise<string | undefined>;

interface LocalState {
  readonly describe: Describe;
  /** The line that it returned last. */
  line: string | undefined;
}

/** The local deployments that this process knows, by the URLs of their servers. */
const byUrl = sharedByCopies('localDeployments', () => new Map<string, LocalState>());

/** A failure does not wait longer for the line: an assumption, a loopback listener answers in a few milliseconds. */
const describeWithinMs = 500;

/**
 * Registers a local deployment, so that a failure of an assertion or a wait on it names its faults.
 *
 * @returns A function that removes it.
 */
export function registerLocal({ simulatorUrl, observerUrl }: Urls, describe: Describe): () => void {
  const local: LocalState = { describe, line: undefined };
  const urls = [simulatorUrl, observerUrl];
  for (const url of urls) byUrl.set(url, local);
  return () => {
    for (const url of urls) if (byUrl.get(url) === local) byUrl.delete(url);
  };
}

/** What is set on a deployment: a fault, or an interceptor, which may have a name. */
interface Named {
  readonly fault: string;
  readonly name?: string | undefined;
}

/** Names the faults and interceptors that are set on a deployment; undefined if none is. */
export function faultsLine(faults: readonly Named[]): string | undefined {
  if (faults.length === 0) return undefined;
  const names = faults
    .map(({ fault, name }) => (name === undefined ? fault : `${fault} ${formatText(name)}`))
    .join(', ');
  return `${faults.length === 1 ? 'A fault is' : 'Faults are'} set on this local deployment: ${names}`;
}

/** Prints an error of a local deployment: the `onFault` of those that a test runner starts. */
export function printLocalFault(error: unknown): void {
  console.error('crosscheck: the local deployment failed to answer:', error);
}

/** Updates what is known of a deployment, if it is a local one. Never rejects. */
export async function refreshLocal(deployment: Urls | undefined): Promise<void> {
  const local = localOf(deployment);
  if (local === undefined) return;
  // A line that does not come in time must not be that of an earlier fault.
  local.line = undefined;
  const described = local.describe().then((line) => {
    local.line = line;
  });
  await withTimeLimit(described, describeWithinMs, () => {}, realClock).catch(() => {});
}

/** Returns the line that a failure shows of a local deployment, as far as is known. */
export function localLine(deployment: Urls | undefined): string | undefined {
  return localOf(deployment)?.line;
}

/** Adds that line to errors, unless they are of misuse or have it already. */
export async function addLocalLine(deployment: Urls | undefined, errors: readonly unknown[]): Promise<void> {
  await refreshLocal(deployment);
  const line = localLine(deployment);
  if (line === undefined) return;
  for (const error of errors) {
    if (!isCrosscheckError(error) || error.code === 'USAGE' || error.message.includes(line)) continue;
    const { message, stack } = error;
    error.message = message.includes('\n') ? `${message}\n${line}` : composeMessage(message, [line]);
    if (stack !== undefined) error.stack = stack.replace(message, () => error.message);
  }
}

function localOf(deployment: Urls | undefined): LocalState | undefined {
  return deployment && (byUrl.get(deployment.simulatorUrl) ?? byUrl.get(deployment.observerUrl));
}
