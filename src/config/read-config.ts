/** What a configuration file holds, before anybody looked whether it is right. */
export interface ReadConfig {
  /** Absolute path. */
  readonly file: string;
  readonly config: unknown;
  /** Says for people where a member stands, by its path: `crosscheck.config.json:3`. */
  readonly placeOf: (path: string) => string;
}
