import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { LocalDeploymentError } from '../../../errors.js';
import { realClock } from '../../../internal/clock.js';
import { createRedactor, urlSecrets } from '../../../internal/redaction.js';
import { anvilMissing, cannotRun, resolveAnvilBinary } from './anvil-binary.js';
import { EngineEndedError } from './engine-ended-error.js';
import { killWithParent } from './kill-with-parent.js';

/** How to start the engine. */
export interface AnvilOptions {
  /** Path of an anvil binary. Default: that of the optional dependency `@foundry-rs/anvil`. */
  readonly binary?: string | undefined;
  /** Default: 31337. */
  readonly chainId?: number | undefined;
  /** The endpoint of a chain to fork. Default: none, an empty chain. */
  readonly forkUrl?: string | undefined;
  /** The block to fork. Default: the newest. */
  readonly forkBlock?: number | undefined;
}

/** A running engine. */
export interface AnvilProcess {
  /** Its JSON-RPC endpoint. */
  readonly url: string;
  /** Resolves when it ended although it was not stopped. */
  readonly ended: Promise<EngineEndedError>;
  stop(): Promise<void>;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

const readyWithinMs = 10_000;
const longestTail = 2000;
/** So many blocks back a call can be replayed. */
const keptStates = 64;

/** The block's gas limit, and so the most that one transaction may use. */
export const blockGasLimit = 30_000_000n;

/**
 * Starts anvil on a free port of the loopback interface and waits until it listens. It leaves no files behind, and
 * does not outlive this process, not even when that is killed hard.
 *
 * @throws LocalDeploymentError `DEPLOYMENT_ENGINE_MISSING`, or `DEPLOYMENT_CANNOT_START` with the end of its output.
 */
export async function startAnvil(options: AnvilOptions = {}): Promise<AnvilProcess> {
  const binary = options.binary === undefined ? resolveAnvilBinary() : pathOf(options.binary);
  // Not in the directory of the project, whose `.env` anvil would read.
  const child = spawn(binary, anvilArguments(options), {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C goes to all processes of a terminal's group, and would end the engine before those who use it. Windows ends a
    // child with its parent only if it is not detached.
    detached: process.platform !== 'win32',
  });
  const callOff = killWithParent(child);
  let isStopping = false;
  const ended = new Promise<EngineEndedError>((resolve) => {
    child.once('exit', (code, signal) => {
      if (!isStopping) resolve(new EngineEndedError(signal ? `signal ${signal}` : `status ${code}`));
    });
  });
  const stop = async (): Promise<void> => {
    isStopping = true;
    callOff();
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  };
  try {
    return { url: await listening(child, options.binary, urlSecrets(options.forkUrl)), ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The directory is another one for the engine; a bare name is looked up in the `PATH`. */
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
      // What is read of the chain that is forked would go to files under the user's home too.
      .concat(forkUrl === undefined ? [] : '--no-storage-caching')
  );
}

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
