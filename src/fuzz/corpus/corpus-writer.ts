import type { Finding } from '../findings/finding.js';
import { isSure } from '../findings/finding-certainty.js';
import { writeCorpusEntry } from './write-corpus-entry.js';

/** Writes the cases of findings to a corpus as they are found, one after the other, so that they survive a killed campaign. */
export class CorpusWriter {
  readonly #folder: string;
  #written: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Writes a finding if it is certain enough. */
  add(finding: Finding): void {
    if (!isSure(finding.confidence)) return;
    this.#written = this.#written.then(async () => {
      await writeCorpusEntry(this.#folder, finding);
    });
    // `settle` reports it later.
    this.#written.catch(() => {});
  }

  /** Waits until everything is written. Rejects with the error of the first write that failed. */
  settle(): Promise<void> {
    return this.#written;
  }
}
