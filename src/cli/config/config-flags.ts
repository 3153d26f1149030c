import { targetFlags } from '../target/target-flags.js';

const { controlUrl, ...others } = targetFlags;

/** The flags that select a deployment, except `--control-url`, which would send a request. */
export const configFlags = others;
