import type { FlagOptions } from '../../deployment/resolve.js';

/** The options of the flags of a target. */
export interface TargetOptions extends FlagOptions {
  readonly deployment?: string | undefined;
  readonly configFile?: string | undefined;
  readonly controlUrl?: string | undefined;
}
