/** One thing that is done to a project, left as it is, or for its people to do. */
export interface InitStep {
  readonly verb: 'write' | 'add' | 'keep' | 'run' | 'mind';
  /** A file, a package, or a command. */
  readonly what: string;
  readonly about: string;
  /** Does it; undefined where nothing is to be done. */
  readonly take?: (() => Promise<void>) | undefined;
}
