import type { Command } from 'commander';
import { addFlags, type Flags } from '../flag.js';

/** Adds the flags for the output of a command, including `--out` and `--force`. */
export function addOutput(command: Command, flags: Flags): void {
  addFlags(command, 'Output:', flags);
  command.option('--force', 'overwrite an existing file');
}
