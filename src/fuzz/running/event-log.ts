import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { UsageError } from '../../errors/usage-error.js';
import { printText } from '../../internal/print.js';
import type { CampaignEvent } from '../campaign-event.js';

/**
 * The report of a campaign as a file: a line of JSON for each event, written before the campaign goes on, so that the
 * file of a killed campaign holds all that was found.
 */
export class EventLog {
  readonly #file: number;

  /** @throws {UsageError} when the file cannot be written, or has something in it. */
  constructor(path: string) {
    this.#file = opened(path);
    if (fstatSync(this.#file).size === 0) return;
    this.close();
    throw new UsageError(
      `The report ${printText(path)} is there already; give another name, or move the file away`,
    );
  }

  write(event: CampaignEvent): void {
    writeSync(this.#file, `${JSON.stringify(event)}\n`);
  }

  close(): void {
    closeSync(this.#file);
  }
}

function opened(path: string): number {
  try {
    return openSync(path, 'a');
  } catch (error) {
    const { message } = error as Error;
    throw new UsageError(`The report ${printText(path)} cannot be written: ${message}`, [], error);
  }
}
