import { formatBetaAddress } from 'crosscheck/contract';

const [first, second, third] = ['ca', 'cb', 'cc'].map((byte) =>
  formatBetaAddress({ workchain: 0, hash: byte.repeat(32), form: 'bounceable' }),
) as [string, string, string];

/** Addresses of the source chain, in bounceable form. */
export const sourceAccounts = [first, second, third] as const;
