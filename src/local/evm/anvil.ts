import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { LocalDeploymentError, named } from '../../errors.js';
import { realClock } from '../../internal/clock.js';
import { createRedactor, urlSecrets } from '../../internal/redaction.js';

/** How to start anvil. The options of a local deployment have the same names, and document them. */
export interface AnvilOptions {
  readonly anvilBinary?: string | undefined;
  readonly chainId?: number | undefined;
  readonly forkUrl?: string | undefined;
  readonly forkBlock?: number | undefined;
}

/** A running anvil. */
export interface Anvil {
  /** Its JSON-RPC endpoint. */
  readonly url: string;
  /** Resolves if it ends without {@link Anvil.stop}. */
  readonly ended: Promise<EngineEndedError>;
  stop(): Promise<void>;
}

/** The engine ended by itself. */
export class EngineEndedError extends LocalDeploymentError {
  override readonly name: string = named(this, 'EngineEndedError');
  constructor(how: string) {
    super('DEPLOYMENT_STOPPED', { summary: `The EVM engine ended (${how}).` });
  }
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

const readyWithinMs = 10_000;
const longestTail = 2000;
/** Calls can be replayed at this many past blocks. */
const keptStates = 64;

/** The gas limit of a block, and so of a transaction. */
export const blockGasLimit = 30_000_000n;

/**
 * Starts anvil on a free port of the loopback interface and waits until it listens. It leaves no files behind, and
 * ends with this process, even if that is killed.
 *
 * @throws LocalDeploymentError `DEPLOYMENT_ENGINE_MISSING`, or `DEPLOYMENT_CANNOT_START` with the end of its output.
 */
export async function startAnvil(options: AnvilOptions = {}): Promise<Anvil> {
  const { anvilBinary, forkUrl } = options;
  const binary = anvilBinary === undefined ? resolveAnvilBinary() : pathOf(anvilBinary);
  // Not in the directory of the project, whose `.env` anvil would read.
  const child = spawn(binary, anvilArguments(options), {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C goes to all processes of a terminal's group, and would end the engine before those who use it. Windows ends a
    // child with its parent only if it is not detached.
    detached: process.platform !== 'win32',
  });
  const stopWatchdog = killWithParent(child);
  let isStopping = false;
  const ended = new Promise<EngineEndedError>((resolve) => {
    child.once('exit', (code, signal) => {
      if (!isStopping) resolve(new EngineEndedError(signal ? `signal ${signal}` : `status ${code}`));
    });
  });
  const stop = async (): Promise<void> => {
    isStopping = true;
    stopWatchdog();
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  };
  try {
    return { url: await listening(child, anvilBinary, urlSecrets(forkUrl)), ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' };

/**
 * Finds the anvil binary, which is in a platform package of the optional dependency `@foundry-rs/anvil`.
 *
 * @param from - The module from which the dependency is looked up.
 * @throws LocalDeploymentError `DEPLOYMENT_ENGINE_MISSING` if it is not installed, or does not exist for this platform.
 */
export function resolveAnvilBinary(from: string = import.meta.url): string {
  const platform = `${process.platform}-${architectures[process.arch] ?? process.arch}`;
  const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  try {
    // By way of the wrapper: with some installers only the wrapper itself can see its platform packages.
    const wrapper = createRequire(from).resolve('@foundry-rs/anvil/package.json');
    return createRequire(wrapper).resolve(`@foundry-rs/anvil-${platform}/bin/${file}`);
  } catch (cause) {
    throw anvilMissing(`The package @foundry-rs/anvil-${platform} is not installed.`, cause);
  }
}

/** The engine runs in another directory. A bare name is looked up in the `PATH`. */
function pathOf(binary: string): string {
  return /[\\/]/.test(binary) ? resolve(binary) : binary;
}

function anvilArguments({ chainId = 31337, forkUrl, forkBlock }: AnvilOptions): string[] {
  return (
    Object.entries({
      host: '127.0.0.1',
      port: 0,
      'chain-id': chainId,
      hardfork: 'prague',
      'gas-limit': blockGasLimit,
      mnemonic: 'test test test test test test test test test test test junk',
      // Old states would go to files under the user's home; this keeps the last ones in memory instead. Each is a whole
      // state, which grows with every operation: a thousand of them would soon fill gigabytes.
      'prune-history': keptStates,
      ...(forkUrl !== undefined && { 'fork-url': forkUrl }),
      ...(forkBlock !== undefined && { 'fork-block-number': forkBlock }),
    })
      .map(([name, value]) => `--${name}=${value}`)
      .concat('--auto-impersonate', '--no-request-size-limit')
      // A web page that finds the port may not fetch from the engine.
      .concat('--no-cors')
      // What is read of the forked chain would go to files under the user's home too.
      .concat(forkUrl === undefined ? [] : '--no-storage-caching')
  );
}

/** Returns the URL that anvil prints when it listens. */
function listening(
  child: Child,
  namedBinary: string | undefined,
  secrets: readonly string[],
): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (what: string): void => {
      const tail = createRedactor(secrets)(output).slice(-longestTail).trim() || '(nothing)';
      const details = [`Its output ends with:\n${tail}`];
      reject(new LocalDeploymentError('DEPLOYMENT_CANNOT_START', { summary: `anvil ${what}.`, details }));
    };
    const timer = realClock.setTimeout(
      () => fail(`did not listen within ${readyWithinMs} ms`),
      readyWithinMs,
    );
    const read = (chunk: Buffer): void => {
      output += chunk;
      const address = /Listening on (\S+)\s/.exec(output)?.[1];
      if (address === undefined) return;
      realClock.clearTimeout(timer);
      child.stdout.off('data', read).resume();
      child.stderr.off('data', read).resume();
      resolve(`http://${address}`);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', (cause) => {
      realClock.clearTimeout(timer);
      reject(namedBinary === undefined ? anvilMissing(cause.message, cause) : cannotRun(namedBinary, cause));
    });
    child.once('close', (code, signal) => {
      realClock.clearTimeout(timer);
      fail(`ended with ${signal ?? `status ${code}`} before it listened`);
    });
  });
}

function anvilMissing(detail: string, cause: unknown): LocalDeploymentError {
  return new LocalDeploymentError('DEPLOYMENT_ENGINE_MISSING', {
    summary:
      'The local deployment needs anvil: install it with `npm install --save-dev @foundry-rs/anvil`, or pass the path of a binary.',
    details: [detail],
    cause,
  });
}

function cannotRun(binary: string, cause: NodeJS.ErrnoException): LocalDeploymentError {
  const summary = `The EVM engine cannot be run: ${binary} (${cause.code ?? cause.message}).`;
  return new LocalDeploymentError('DEPLOYMENT_ENGINE_MISSING', { summary, cause });
}

/**
 * Kills a child when this process is gone, however it ended: a shell waits for the end of a pipe that only this
 * process holds open. On Windows the system does the same for every child.
 *
 * @returns A function that stops the shell.
 */
function killWithParent(child: ChildProcess): () => void {
  if (child.pid === undefined || process.platform === 'win32') return () => {};
  const watchdog = spawn('sh', ['-c', 'read -r _; kill -9 "$0"', `${child.pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // In a group of its own, out of the reach of an interrupt from the terminal or a kill of the whole group.
    detached: true,
  });
  const stop = (): void => {
    watchdog.kill('SIGKILL');
  };
  // Without a shell there is no watchdog; the engine runs all the same.
  watchdog.on('error', () => {});
  watchdog.unref();
  // In Bun the pipe has no such method.
  (watchdog.stdin as Partial<Socket>).unref?.();
  child.once('exit', stop);
  return stop;
}
