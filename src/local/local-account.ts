import { z } from 'zod';
import { formatBetaAddress, parseBetaAddress } from '../contract/addresses.js';
import { formats } from '../contract/formats.js';
import { checkedValue, list, reportIssue, valueWhere } from '../internal/options.js';
import { formatValue } from '../internal/print.js';

/** An amount in base units: a bigint, or its canonical decimal text, below 2^256. */
export const amountSchema = z.custom<bigint | string>((value) => {
  const text = typeof value === 'bigint' ? `${value}` : value;
  return formats.amount.schema.safeParse(text).success;
}, 'must be an amount in base units: a bigint, or decimal digits');

const accountShape = {
  /** Its address, in any form. */
  address: checkedValue<string>((value) =>
    accountKey(value) === undefined ? 'must be a source-chain address' : undefined,
  ),
  /**
   * Its balances: amounts in base units by token address, `""` for the native coin. A submission that sends more is
   * rejected. Default: unlimited.
   */
  balances: valueWhere<Readonly<Record<string, bigint | string>>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be an object of amounts by token',
  )
    .superRefine(reportBalances)
    .optional(),
};

/** A caller of the source chain. */
export interface LocalAccount extends Readonly<z.input<z.ZodObject<typeof accountShape>>> {}

/** At least one account, with different addresses. */
export const localAccounts = list(z.strictObject(accountShape) as z.ZodType<LocalAccount, LocalAccount>)
  .refine((accounts) => accounts.length > 0, 'must not be empty')
  .superRefine((accounts, context) => {
    const keys = accounts.map(({ address }) => accountKey(address));
    keys.forEach((key, index) => {
      if (keys.indexOf(key) < index)
        reportIssue(context, [index, 'address'], 'is the address of an earlier account');
    });
  });

/** Addresses of the source chain, in bounceable form. Nobody owns them. */
export const sampleAccounts: readonly string[] = ['ca', 'cb', 'cc'].map((byte) =>
  formatBetaAddress({ workchain: 0, hash: byte.repeat(32), form: 'bounceable' }),
);

/** Returns the raw form of a source-chain address in any form; undefined for anything else. */
export function accountKey(address: unknown): string | undefined {
  const parsed = typeof address === 'string' ? parseBetaAddress(address) : undefined;
  return parsed && `${parsed.workchain}:${parsed.hash}`;
}

function reportBalances(balances: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void {
  for (const [token, amount] of Object.entries(balances)) {
    if (token !== '' && accountKey(token) === undefined)
      reportIssue(
        context,
        [],
        `must name tokens by their source-chain address, and the native coin by "", got ${formatValue(token)}`,
      );
    const [issue] = amountSchema.safeParse(amount).error?.issues ?? [];
    if (issue !== undefined)
      reportIssue(
        context,
        [],
        `of ${token === '' ? 'the native coin' : formatValue(token)} ${issue.message}, got ${formatValue(amount)}`,
      );
  }
}
