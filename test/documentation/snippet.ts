/** A fenced block of a page that has a language: somebody copies it, so it has to work. */
export interface Snippet {
  /** `README`, `waiting`. */
  readonly page: string;
  /** Of its opening fence, from 1. */
  readonly line: number;
  /** The last heading above it. */
  readonly heading: string;
  readonly language: string;
  readonly code: string;
  readonly directives: Directives;
}

/** What the comment above a block says of it; see CONTRIBUTING, "Documentation". */
export interface Directives {
  /** It goes on where the block of its language before it on the page ended. */
  readonly continues?: true;
  /** It is in a project of this name, apart from the page's other blocks. */
  readonly project?: string;
  /** A script that runs in a package with nothing in it or around it: what it uses it has to install. */
  readonly empty?: true;
  /** It is written into this file; for languages that have no comments to say so. */
  readonly file?: string;
  /** A file of `setups/`: a script runs before it in the same shell, a module puts files beside code. */
  readonly setup?: string;
  /** The two variables name a local deployment. */
  readonly environment?: true;
  /** Each of its commands goes on until Ctrl-C. */
  readonly stops?: true;
  /** The exit code that it ends with. */
  readonly exits?: number;
  /** Parts of it that cannot be run as they stand, and what stands for them. */
  readonly replace?: readonly (readonly [part: string, by: string])[];
}
