import type { FlagOptions } from '../../deployment/resolve.js';

/** What the flags of a target give. */
export interface TargetOptions extends FlagOptions {
  readonly deployment?: string | undefined;
  readonly configFile?: string | undefined;
  readonly controlUrl?: string | undefined;
}
