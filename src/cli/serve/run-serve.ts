import type { Command } from 'commander';
import { LocalDeploymentError, UsageError } from '../../errors.js';
import { readArtifact } from '../../local/evm/custom/read-artifact.js';
import { EngineEndedError } from '../../local/evm/engine/engine-ended-error.js';
import type { LocalDeployment } from '../../local/local-deployment.js';
import type { LocalDeploymentOptions } from '../../local/local-options.js';
import { startLocalDeployment } from '../../local/start-local-deployment.js';
import type { CliContext } from '../cli-context.js';
import { withFlagNames, withFlagsInMessage } from '../flag.js';
import { localDeploymentJson } from './local-deployment-json.js';
import { localDeploymentText } from './local-deployment-text.js';
import { serveFlags } from './serve-flags.js';
import { serveOptions } from './serve-options.js';

/**
 * Serves a local deployment until it is stopped. If it is stopped while it starts, it does not wait for the start, which
 * then stops everything that it started.
 *
 * @param stopped - Resolves when the command must stop.
 * @throws {UsageError} or {LocalDeploymentError} if it cannot start, or if the EVM ends; nothing is left running.
 */
export async function runServe(command: Command, context: CliContext, stopped: Promise<void>): Promise<void> {
  const options = serveOptions(command);
  assertArtifacts(options);
  let endWith = (_: EngineEndedError): void => {};
  const engineEnded = new Promise<never>((_, reject) => {
    endWith = reject;
  });
  // Prevents an unhandled rejection.
  engineEnded.catch(() => {});
  let isStopping = false;
  void stopped.then(() => {
    isStopping = true;
  });
  const starting = start({
    ...options,
    onFault(fault) {
      // Work that a requested stop interrupts is not an error.
      if (isStopping) return;
      if (fault instanceof EngineEndedError) endWith(fault);
      else context.stderr.write(`crosscheck: a request failed: ${textOf(fault)}\n`);
    },
  });
  const local = await Promise.race([starting, stopped]);
  if (local === undefined) {
    starting.then(({ stop }) => stop()).catch(() => {});
    return;
  }
  try {
    const isJson = command.getOptionValue('json') === true;
    context.stdout.write(isJson ? localDeploymentJson(local) : localDeploymentText(local));
    await Promise.race([stopped, engineEnded]);
  } finally {
    await local.stop();
  }
}

/** An invalid artifact is a usage error, which determines the exit code. */
function assertArtifacts({ deploy = [] }: LocalDeploymentOptions): void {
  for (const { artifact, name } of deploy) {
    try {
      readArtifact(artifact, name);
    } catch (error) {
      if (error instanceof LocalDeploymentError) throw new UsageError(error.summary, [], error);
      throw error;
    }
  }
}

async function start(options: LocalDeploymentOptions): Promise<LocalDeployment> {
  try {
    return await startLocalDeployment(options);
  } catch (error) {
    throw inFlags(error);
  }
}

/** Replaces the names of options with those of flags. */
function inFlags(error: unknown): unknown {
  if (error instanceof LocalDeploymentError) {
    const { code, summary, details } = error;
    return new LocalDeploymentError(code, {
      summary: withFlagNames(summary, serveFlags),
      details,
      cause: error,
    });
  }
  return withFlagsInMessage(error, serveFlags);
}

/** Expected errors need no stack trace. */
function textOf(fault: unknown): string {
  if (fault instanceof LocalDeploymentError) return fault.message;
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
}
