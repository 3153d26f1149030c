/** One thing that is done to a project, or left as it is. */
export interface InitStep {
  readonly verb: 'write' | 'add' | 'keep' | 'run';
  /** A file, or a command. */
  readonly what: string;
  readonly about: string;
  /** Does it; undefined where nothing is to be done. */
  readonly take?: (() => Promise<void>) | undefined;
}
