import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunOptions, runProcess } from './run-process.js';
import type { Snippet } from './snippet.js';

const setups = fileURLToPath(new URL('setups/', import.meta.url));

/**
 * Runs a block in bash, where the block before it left off; gives what is wrong with it, or an empty text.
 *
 * @param options `cwd`: a file in it remembers where a block ended
 */
export async function runShell(snippet: Snippet, code: string, options: RunOptions): Promise<string> {
  const { setup, stops = false, exits = 0 } = snippet.directives;
  const place = join(options.cwd, '.ended-in');
  const remember = `cd "$(cat '${place}' 2>/dev/null || pwd)"\ntrap 'pwd >"${place}"' EXIT\n`;
  const prelude = `set -eo pipefail\n${remember}${setup ? `source '${setups}${setup}.sh'\n` : ''}`;
  const scripts = stops ? commands(code) : [code];
  for (const script of scripts) {
    const { exitCode, signal, output } = await runProcess('bash', ['--norc', '-c', prelude + script], {
      ...options,
      stopWhenReady: stops,
    });
    // One that would have ended by itself does not listen for it.
    const isStopped = stops && signal === 'SIGINT';
    if (exitCode !== exits && !isStopped)
      return `${script.trim()}\nended with ${exitCode ?? signal} in the place of ${exits}\n${output}`;
  }
  return '';
}

/** The commands of a script, each with those before it that it runs beside. */
function commands(script: string): string[] {
  return script.split(/(?<!\\|&|&\s+#.*)\n/).filter((command) => !/^\s*(?:#.*)?$/.test(command));
}
