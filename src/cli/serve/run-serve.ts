import type { Command } from 'commander';
import { LocalDeploymentError } from '../../errors/deployment-error.js';
import { UsageError } from '../../errors/usage-error.js';
import { readArtifact } from '../../local/evm/own/read-artifact.js';
import type { LocalDeployment, LocalDeploymentOptions } from '../../local/local-deployment.js';
import { startLocalDeployment } from '../../local/start-local-deployment.js';
import type { CliContext } from '../cli-context.js';
import { withFlagNames } from '../flag.js';
import { serveFlags } from './serve-flags.js';
import { serveOptions } from './serve-options.js';
import { servedJson } from './served-json.js';
import { servedText } from './served-text.js';

/**
 * Serves a local deployment until it is told to stop.
 *
 * @param stopped - Resolves when it shall stop.
 * @throws {UsageError} or {LocalDeploymentError} when it cannot; nothing is left running.
 */
export async function runServe(command: Command, context: CliContext, stopped: Promise<void>): Promise<void> {
  const options = serveOptions(command);
  refuseBadArtifacts(options);
  const local = await start({
    ...options,
    onFault: (fault) => context.stderr.write(`crosscheck: answered with a bare 500: ${traceOf(fault)}\n`),
  });
  try {
    const isJson = command.getOptionValue('json') === true;
    context.stdout.write(isJson ? servedJson(local, options) : servedText(local, options));
    await stopped;
  } finally {
    await local.stop();
  }
}

/** A bad artifact is a bad value, and so says the exit code. */
function refuseBadArtifacts({ deploy = [] }: LocalDeploymentOptions): void {
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
    if (!(error instanceof UsageError)) throw error;
    const [summary = '', ...details] = withFlagNames(error.message, serveFlags).split('\n').filter(Boolean);
    throw new UsageError(summary, details, error);
  }
}

function traceOf(fault: unknown): string {
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
}
