import { formatBetaAddress } from '../contract/addresses.js';

/** Some addresses of the source chain, in the bounceable form. Nobody owns them. */
export const sampleAccounts: readonly string[] = ['ca', 'cb', 'cc'].map((byte) =>
  formatBetaAddress({ workchain: 0, hash: byte.repeat(32), form: 'bounceable' }),
);
