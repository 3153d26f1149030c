import { composeMessage, isCrosscheckError } from '../errors.js';
import { realClock } from '../internal/clock.js';
import { withTimeLimit } from '../internal/waiting.js';
import type { Deployment } from './deployment.js';

/** The URLs of a deployment's servers. */
type Urls = Pick<Deployment, 'simulatorUrl' | 'observerUrl'>;

/** Lists the faults that are set. */
type ListFaults = () => Promise<readonly { readonly fault: string }[]>;

interface LocalFaults {
  readonly list: ListFaults;
  /** The names that it listed last. */
  known: readonly string[];
}

/** The local deployments that this process knows, by the URLs of their servers. */
const byUrl = new Map<string, LocalFaults>();

/** A failure does not wait longer for the list: an assumption, a loopback listener answers in a few milliseconds. */
const listWithinMs = 100;

/**
 * Registers a local deployment, so that a failure of an assertion or a wait on it names its faults.
 *
 * @returns A function that removes it.
 */
export function registerLocalFaults({ simulatorUrl, observerUrl }: Urls, list: ListFaults): () => void {
  const local: LocalFaults = { list, known: [] };
  const urls = [simulatorUrl, observerUrl];
  for (const url of urls) byUrl.set(url, local);
  return () => {
    for (const url of urls) if (byUrl.get(url) === local) byUrl.delete(url);
  };
}

/** Updates what is known of the faults of a deployment, if it is a local one. Never rejects. */
export async function refreshLocalFaults(deployment: Urls | undefined): Promise<void> {
  const local = localOf(deployment);
  if (local === undefined) return;
  const listed = local.list().then((faults) => {
    local.known = faults.map(({ fault }) => fault);
  });
  await withTimeLimit(listed, listWithinMs, () => {}, realClock).catch(() => {});
}

/** Returns the line of a message that names the faults which are set on a deployment; undefined if none is known. */
export function localFaultsLine(deployment: Urls | undefined): string | undefined {
  const { known = [] } = localOf(deployment) ?? {};
  if (known.length === 0) return undefined;
  return `${known.length === 1 ? 'A fault is' : 'Faults are'} set on this local deployment: ${known.join(', ')}`;
}

/** Adds that line to errors, unless they are of misuse or have it already. */
export async function addLocalFaults(
  deployment: Urls | undefined,
  errors: readonly unknown[],
): Promise<void> {
  await refreshLocalFaults(deployment);
  const line = localFaultsLine(deployment);
  if (line === undefined) return;
  for (const error of errors) {
    if (!isCrosscheckError(error) || error.code === 'USAGE' || error.message.includes(line)) continue;
    const { message, stack } = error;
    error.message = message.includes('\n') ? `${message}\n${line}` : composeMessage(message, [line]);
    if (stack !== undefined) error.stack = stack.replace(message, () => error.message);
  }
}

function localOf(deployment: Urls | undefined): LocalFaults | undefined {
  return deployment && (byUrl.get(deployment.simulatorUrl) ?? byUrl.get(deployment.observerUrl));
}
