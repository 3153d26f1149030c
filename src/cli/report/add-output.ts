import type { Command } from 'commander';
import { addFlags, type Flags } from '../flag.js';

/** Adds the flags that say where the output of a command goes, `--out` among them, and `--force` for a file that is there. */
export function addOutput(command: Command, flags: Flags): void {
  addFlags(command, 'Output:', flags);
  command.option('--force', 'write over a file that is there');
}
