import { LocalDeploymentError } from '../../errors.js';
import { onAbort } from '../../internal/clock.js';
import { withOptionNames } from '../../internal/option-names.js';
import type { EngineEndedError } from '../../local/evm/anvil.js';
import type { LocalDeploymentOptions } from '../../local/local-options.js';
import type { LocalDeployment } from '../../local/start-local-deployment.js';
import type { CliContext } from './cli-context.js';

/** The command that starts a local deployment. */
interface StartingCommand extends Pick<CliContext, 'stderr'> {
  /** Aborts when the command is stopped. */
  readonly signal: AbortSignal;
  /** Returns what its messages call an option of the deployment. */
  readonly optionName: (path: string) => string;
  /** Called if the EVM ends. Default: reports it like every other fault. */
  readonly onEngineEnded?: (error: EngineEndedError) => void;
}

/**
 * Starts a local deployment for a command, and reports its faults on stderr. Returns undefined as soon as the command is
 * stopped; the deployment is then stopped once it has started.
 */
export async function startLocal(
  options: LocalDeploymentOptions,
  { stderr, signal, optionName, onEngineEnded }: StartingCommand,
): Promise<LocalDeployment | undefined> {
  const [{ startLocalDeployment }, { EngineEndedError }] = await Promise.all([
    import('../../local/start-local-deployment.js'),
    import('../../local/evm/anvil.js'),
  ]);
  const onFault = (fault: unknown): void => {
    // Work that a requested stop interrupts is not an error.
    if (signal.aborted) return;
    if (fault instanceof EngineEndedError && onEngineEnded !== undefined) onEngineEnded(fault);
    else stderr.write(`crosscheck: the local deployment failed to answer: ${faultText(fault)}\n`);
  };
  const starting = withOptionNames(optionName, () => startLocalDeployment({ ...options, onFault }));
  const stopped = new Promise<undefined>((resolve) => {
    const unwatch = onAbort(signal, () => resolve(undefined));
    starting.finally(unwatch).catch(() => {});
    if (signal.aborted) resolve(undefined);
  });
  const local = await Promise.race([starting, stopped]);
  if (local === undefined) starting.then(({ stop }) => stop()).catch(() => {});
  return local;
}

/** Expected errors need no stack trace. */
function faultText(fault: unknown): string {
  if (fault instanceof LocalDeploymentError) return fault.message;
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
}
