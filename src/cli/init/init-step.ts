/** One change of a project, something that is kept, or something for the user to do. */
export interface InitStep {
  readonly verb: 'write' | 'add' | 'keep' | 'run' | 'note';
  /** A file, a package, or a command. */
  readonly what: string;
  readonly about: string;
  /** Makes the change. Undefined if there is nothing to do. */
  readonly take?: (() => Promise<void>) | undefined;
}
