import type { Finding } from '../findings/finding.js';
import { isSure } from '../findings/finding-certainty.js';
import { writeCorpusEntry } from './write-corpus-entry.js';

/** Writes the cases of findings to a corpus as they are found, one after the other: a killed campaign leaves them. */
export class CorpusWriter {
  readonly #folder: string;
  #written: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Takes a finding that may be sure enough by now. */
  add(finding: Finding): void {
    if (!isSure(finding.label)) return;
    this.#written = this.#written.then(async () => {
      await writeCorpusEntry(this.#folder, finding);
    });
    // Said by `settle`, which comes later.
    this.#written.catch(() => {});
  }

  /** Waits until all is written. Rejects with what the first write that failed threw. */
  settle(): Promise<void> {
    return this.#written;
  }
}
