import { closeSync, existsSync, openSync, statSync, writeSync } from 'node:fs';
import { UsageError } from '../../errors.js';
import { cannotWrite } from '../../internal/files.js';
import { formatText, withoutInvisible } from '../../internal/print.js';
import type { CampaignEvent } from '../campaign-event.js';

/**
 * The report of a campaign as a file: a line of JSON for each event, written before the campaign goes on, so that the
 * file of a killed campaign holds all that was found.
 */
export class EventLog {
  readonly #path: string;
  #file: number | undefined;

  /** @throws {UsageError} when the file has something in it. */
  constructor(path: string) {
    this.#path = path;
    if (sizeOf(path) === 0) return;
    throw new UsageError(
      `The report ${formatText(path)} already exists; choose another name or move the file`,
    );
  }

  /**
   * Adds an event. The first one opens the file: a campaign that cannot begin leaves none.
   *
   * @throws {UsageError} when the file cannot be opened or written.
   */
  write(event: CampaignEvent): void {
    this.#file ??= opened(this.#path);
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
  // Whatever else keeps it from being looked at is said when it is opened.
  return existsSync(path) ? statSync(path).size : 0;
}

function opened(path: string): number {
  try {
    return openSync(path, 'a');
  } catch (error) {
    throw cannotWrite(`The report ${path}`, error);
  }
}
