import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import { LocalDeploymentError } from '../../../errors/deployment-error.js';
import { realClock } from '../../../internal/clock.js';
import { redactText } from '../../../internal/redaction.js';
import { anvilMissing, resolveAnvilBinary } from './anvil-binary.js';
import { killWithParent } from './kill-with-parent.js';
import { urlSecrets } from './url-secrets.js';

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
  stop(): Promise<void>;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

const readyWithinMs = 10_000;
const longestTail = 2000;

/** The block's gas limit, and so the most that one transaction may use. */
export const blockGasLimit = 30_000_000n;

/**
 * Starts anvil on a free port of the loopback interface and waits until it listens. It leaves no files behind, and
 * does not outlive this process, not even when that is killed hard.
 *
 * @throws LocalDeploymentError `DEPLOYMENT_ENGINE_MISSING`, or `DEPLOYMENT_CANNOT_START` with the end of its output.
 */
export async function startAnvil(options: AnvilOptions = {}): Promise<AnvilProcess> {
  const binary = options.binary ?? resolveAnvilBinary();
  // Not in the directory of the project, whose `.env` anvil would read.
  const child = spawn(binary, anvilArguments(options), { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] });
  const callOff = killWithParent(child);
  const stop = async (): Promise<void> => {
    callOff();
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  };
  try {
    return { url: await listening(child, binary, urlSecrets(options.forkUrl)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
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
      // Old states would go to files under the user's home; this keeps the last ones in memory instead.
      'prune-history': 1000,
      ...(forkUrl !== undefined && { 'fork-url': forkUrl }),
      ...(forkBlock !== undefined && { 'fork-block-number': forkBlock }),
    })
      .map(([name, value]) => `--${name}=${value}`)
      .concat('--auto-impersonate', '--no-request-size-limit')
      // What is read of the chain that is forked would go to files under the user's home too.
      .concat(forkUrl === undefined ? [] : '--no-storage-caching')
  );
}

function listening(child: Child, binary: string, secrets: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (what: string): void => {
      const tail = redactText(output, secrets).slice(-longestTail).trim() || '(nothing)';
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
      reject(anvilMissing(`${binary} cannot be run: ${cause.message}`, cause));
    });
    child.once('close', (code, signal) => {
      realClock.clearTimeout(timer);
      fail(`ended with ${signal ?? `status ${code}`} before it listened`);
    });
  });
}
