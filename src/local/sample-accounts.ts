import { formatBetaAddress } from '../contract/addresses.js';

/** Addresses of the source chain, in bounceable form. Nobody owns them. */
export const sampleAccounts: readonly string[] = ['ca', 'cb', 'cc'].map((byte) =>
  formatBetaAddress({ workchain: 0, hash: byte.repeat(32), form: 'bounceable' }),
);
