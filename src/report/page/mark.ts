/** A word with a sign before it, and the class that colours both. */
export interface Mark {
  readonly text: string;
  readonly mark: string;
  readonly style: string;
}
