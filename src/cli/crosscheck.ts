#!/usr/bin/env node
import { processContext } from './process-context.js';
import { runCli } from './run-cli.js';

process.exitCode = await runCli(process.argv.slice(2), processContext());
// Pending work of a stopped command does not keep the process alive. Its output, or the error of a stream that cannot be
// written, must be out by then.
process.stdout.write('', () => process.stderr.write('', () => setImmediate(() => process.exit())));
