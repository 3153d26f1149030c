#!/usr/bin/env node
import { processContext } from './process-context.js';
import { runCli } from './run-cli.js';

process.exitCode = await runCli(process.argv.slice(2), processContext());
// What a command that was stopped early has still under way does not hold the process; its output must be out by then,
// or the error of a stream that cannot be written.
process.stdout.write('', () => process.stderr.write('', () => setImmediate(() => process.exit())));
