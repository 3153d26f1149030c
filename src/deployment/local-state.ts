import { CrosscheckError, composeMessage } from '../errors.js';
import { realClock, withTimeLimit } from '../internal/clock.js';
import { counted, formatText } from '../internal/print.js';
import { sharedByCopies } from '../internal/shared-by-copies.js';
import type { Deployment } from './deployment.js';

/** The URLs of a deployment's servers. */
type Urls = Pick<Deployment, 'simulatorUrl' | 'observerUrl'>;

/** A fault that is set on a local deployment, or an interceptor, which may have a name. */
interface SetFault {
  readonly fault: string;
  readonly name?: string | undefined;
  /** How many times it triggers before it is over. Default: no limit. */
  readonly times?: number | undefined;
  readonly triggered: number;
}

/** What tells the state of a local deployment: its handle. */
interface LocalControl {
  faults(): Promise<readonly SetFault[]>;
  clock(): Promise<{ readonly isFrozen: boolean }>;
}

/** The circumstances of a local deployment. */
interface LocalTraits {
  /** Whether other test files use it too, and change it. Default: false. */
  readonly isShared?: boolean;
  /** The control URL if the deployment is in another process. Its page can advance the time. */
  readonly controlUrl?: string;
}

interface KnownLocal extends LocalTraits {
  readonly control: LocalControl;
  /** What it said when it was last asked. */
  state: { readonly faults: readonly SetFault[]; readonly isFrozen: boolean };
}

/** The local deployments that this process knows, by the URLs of their servers. */
const byUrl = sharedByCopies('localDeployments', () => new Map<string, KnownLocal>());

const unknownState: KnownLocal['state'] = { faults: [], isFrozen: false };

/** A failure does not wait longer for the state. An assumption: a loopback listener answers in milliseconds, on a busy machine in tenths of a second. */
const readWithinMs = 500;

/**
 * Registers a local deployment, so that a failure of an assertion or a wait on it names its faults, and advises to advance a
 * clock that stands still.
 *
 * @returns A function that removes it.
 */
export function registerLocal(
  { simulatorUrl, observerUrl }: Urls,
  control: LocalControl,
  traits: LocalTraits = {},
): () => void {
  const local: KnownLocal = { ...traits, control, state: unknownState };
  const urls = [simulatorUrl, observerUrl];
  for (const url of urls) byUrl.set(url, local);
  return () => {
    for (const url of urls) if (byUrl.get(url) === local) byUrl.delete(url);
  };
}

/** Prints an error of a local deployment: the `onFault` of those that a test runner starts. */
export function printLocalFault(error: unknown): void {
  console.error('crosscheck: the local deployment failed to answer:', error);
}

/** Updates what is known of a deployment, if it is a local one. Never rejects. */
export async function refreshLocal(deployment: Urls | undefined): Promise<void> {
  const local = localOf(deployment);
  if (local === undefined) return;
  // What does not come in time must not be that of an earlier fault.
  local.state = unknownState;
  const { control } = local;
  const read = Promise.allSettled([control.faults(), control.clock()]).then(([faults, clock]) => {
    local.state = {
      faults: faults.status === 'fulfilled' ? faults.value : [],
      isFrozen: clock.status === 'fulfilled' && clock.value.isFrozen,
    };
  });
  await withTimeLimit(read, readWithinMs, () => {}, realClock);
}

/**
 * Returns the lines that a failure shows of a local deployment, as far as is known: the faults that are set; also that the
 * clock is frozen if another test file may have frozen it.
 */
export function localLines(deployment: Urls | undefined): string | undefined {
  const { state = unknownState, isShared } = localOf(deployment) ?? {};
  const { faults, isFrozen } = state;
  const lines = [
    ...(faults.length === 0 ? [] : [faultsLine(faults)]),
    ...(isShared && isFrozen ? ['The clock of this local deployment is frozen'] : []),
  ];
  if (lines.length === 0) return undefined;
  return [...lines, ...(isShared ? [sharedAdvice] : [])].join('\n');
}

function faultsLine(faults: readonly SetFault[]): string {
  const names = faults.map(({ fault, name, times = Number.POSITIVE_INFINITY, triggered }) => {
    const text = name === undefined ? fault : `${fault} ${formatText(name)}`;
    return triggered < times ? text : `${text} (used up: it triggered ${counted(triggered, 'time')})`;
  });
  return `${faults.length === 1 ? 'A fault is' : 'Faults are'} set on this local deployment: ${names.join(', ')}`;
}

const sharedAdvice =
  'All test files share the deployment; localDeployment({ isolated: true }) starts one for a file alone';

/** Returns what to do if something did not happen in time because the clock of a local deployment stands still. */
export function clockAdvice(deployment: Urls | undefined): string | undefined {
  const { state, controlUrl } = localOf(deployment) ?? {};
  if (!state?.isFrozen) return undefined;
  const orOnPage = controlUrl === undefined ? '' : `, or on its page ${controlUrl}`;
  return `advance the clock of the local deployment, which is frozen: await local.advance(ms)${orOnPage}`;
}

/** Adds the lines of a local deployment to errors, unless they are of misuse or have them already. */
export function addLocalLines(deployment: Urls | undefined, errors: readonly unknown[]): void {
  const lines = localLines(deployment);
  if (lines === undefined) return;
  for (const error of errors) {
    if (!(error instanceof CrosscheckError) || error.message.includes(lines)) continue;
    const { message, stack, details } = error;
    error.message = message.includes('\n') ? `${message}\n${lines}` : composeMessage(message, [lines]);
    if (stack !== undefined) error.stack = stack.replace(message, () => error.message);
    Object.assign(error, { details: [...details, lines] });
  }
}

function localOf(deployment: Urls | undefined): KnownLocal | undefined {
  return deployment && (byUrl.get(deployment.simulatorUrl) ?? byUrl.get(deployment.observerUrl));
}
