import { closeSync, existsSync, openSync, statSync, writeSync } from 'node:fs';
import { UsageError } from '../errors.js';
import { cannotWrite } from '../internal/files.js';
import { formatText, withoutInvisible } from '../internal/print.js';
import type { CampaignEvent } from './model/campaign-event.js';

/**
 * The report of a campaign as a file: a line of JSON for each event, written before the campaign continues, so that the
 * file of a killed campaign contains all its findings.
 */
export class EventLog {
  readonly #path: string;
  #file: number | undefined;

  /** @throws {UsageError} if the file is not empty. */
  constructor(path: string) {
    this.#path = path;
    if (sizeOf(path) === 0) return;
    throw new UsageError(
      `The report ${formatText(path)} already exists; choose another name or move the file`,
    );
  }

  /**
   * Adds an event. The first event opens the file, so a campaign that cannot begin leaves none.
   *
   * @throws {UsageError} if the file cannot be opened or written.
   */
  write(event: CampaignEvent): void {
    this.#file ??= openForWriting(this.#path);
    try {
      writeSync(this.#file, `${withoutInvisible(JSON.stringify(event))}\n`);
    } catch (error) {
      throw cannotWrite(`The report ${this.#path}`, error);
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }
}

function sizeOf(path: string): number {
  // Opening the file reports all other errors.
  return existsSync(path) ? statSync(path).size : 0;
}

function openForWriting(path: string): number {
  try {
    return openSync(path, 'a');
  } catch (error) {
    throw cannotWrite(`The report ${path}`, error);
  }
}
