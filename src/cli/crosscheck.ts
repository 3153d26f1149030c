#!/usr/bin/env node
import { processContext } from './process-context.js';
import { runCli } from './run-cli.js';

// Not process.exit: output that is still on its way would be lost.
process.exitCode = await runCli(process.argv.slice(2), processContext());
