import { z } from 'zod';
import { formatBetaAddress, parseBetaAddress } from '../../contract/addresses.js';
import { UsageError } from '../../errors.js';
import { anyObject, checkedValue, list, reportIssue } from '../../internal/options.js';
import { formatValue } from '../../internal/print.js';
import { amountSchema } from '../evm/custom-contracts.js';
import type { MessageAsset } from '../evm/layer.js';

/** Addresses of the source chain, in bounceable form. Nobody owns them. */
export const sampleAccounts: readonly string[] = ['ca', 'cb', 'cc'].map((byte) =>
  formatBetaAddress({ workchain: 0, hash: byte.repeat(32), form: 'bounceable' }),
);

const accountShape = {
  /** Its address, in any form. */
  address: checkedValue<string>((value) =>
    accountKey(value) === undefined ? 'must be a source-chain address' : undefined,
  ),
  /**
   * Its balances: amounts in base units by token address, `""` for the native coin. A submission that sends more is
   * rejected. Default: unlimited.
   */
  balances: anyObject<Readonly<Record<string, bigint | string>>>('must be an object of amounts by token')
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

/** Assets for an account with limited balances. */
export interface Credit {
  readonly recipient: string;
  readonly assets: readonly MessageAsset[];
}

/** Returns the initial balances of accounts. Those without an entry are unlimited. */
export function initialBalances(accounts: readonly LocalAccount[]): Map<string, bigint> {
  const balances = new Map<string, bigint>();
  for (const { address, balances: given } of accounts) {
    if (given === undefined) continue;
    balances.set(keyOf(address, ''), 0n);
    for (const [token, amount] of Object.entries(given)) {
      const key = keyOf(address, token);
      balances.set(key, (balances.get(key) ?? 0n) + BigInt(amount));
    }
  }
  return balances;
}

/** The balances of accounts. */
export interface Balances extends ReturnType<typeof createBalances> {}

/** Gives access to balances. A caller with an entry for the native coin has no other token without an entry. */
export function createBalances(book: { readonly balances: Map<string, bigint> }) {
  const isKept = (caller: string): boolean => book.balances.has(keyOf(caller, ''));
  const of = (caller: string, token: string): bigint => book.balances.get(keyOf(caller, token)) ?? 0n;
  return {
    /**
     * Takes assets from their sender.
     *
     * @throws {UsageError} that names each asset whose balance is too low. Then nothing is taken.
     */
    debit(caller: string, assets: readonly MessageAsset[]): void {
      if (!isKept(caller)) return;
      const left = new Map<string, bigint>();
      const issues = assets.flatMap(({ token, amount }, index) => {
        const key = keyOf(caller, token);
        const had = left.get(key) ?? of(caller, token);
        if (amount > had)
          return `betaAssets[${index}].amount must be at most ${had}, which is what ${caller} has, got ${amount}`;
        left.set(key, had - amount);
        return [];
      });
      if (issues.length > 0)
        throw new UsageError('The caller has too little balance; nothing was submitted', issues);
      for (const [key, amount] of left) book.balances.set(key, amount);
    },
    /** Returns assets as their recipient gets them; undefined if its balances are unlimited. */
    creditOf: (recipient: string, assets: readonly MessageAsset[]): Credit | undefined =>
      isKept(recipient) ? { recipient, assets } : undefined,
    give({ recipient, assets }: Credit): void {
      for (const { token, amount } of assets) {
        book.balances.set(keyOf(recipient, token), of(recipient, token) + amount);
      }
    },
    /**
     * Takes back what was given.
     *
     * @throws {UsageError} if some of it was spent. Then nothing is taken.
     */
    takeBack(credits: readonly Credit[]): void {
      const left = new Map<string, bigint>();
      for (const { recipient, assets } of credits) {
        for (const { token, amount } of assets) {
          const key = keyOf(recipient, token);
          const rest = (left.get(key) ?? of(recipient, token)) - amount;
          if (rest < 0n) throw new UsageError(`${recipient} has already spent what it received`);
          left.set(key, rest);
        }
      }
      for (const [key, amount] of left) book.balances.set(key, amount);
    },
  };
}

function keyOf(account: string, token: string): string {
  return `${accountKey(account) ?? account} ${accountKey(token) ?? token}`;
}
