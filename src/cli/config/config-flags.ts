import { targetFlags } from '../target/target-flags.js';

const { controlUrl, ...others } = targetFlags;

/** The flags that say which deployment is meant, without that which would ask a running one. */
export const configFlags = others;
