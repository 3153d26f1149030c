import { UsageError } from '../../errors.js';
import type { MessageAsset } from '../evm/layer.js';
import { accountKey, type LocalAccount } from '../local-account.js';

/** The balances of accounts. Accounts without an entry have unlimited balances. */
export interface Balances {
  /** Returns a caller's balance of a token, `""` for the native coin; undefined if it is unlimited. */
  of(caller: string, token: string): bigint | undefined;
  /**
   * Takes assets from their sender.
   *
   * @throws {UsageError} that names each asset whose balance is too low. Then nothing is taken.
   */
  debit(caller: string, assets: readonly MessageAsset[]): void;
  /** Returns assets as their recipient gets them; undefined if its balances are unlimited. */
  creditOf(recipient: string, assets: readonly MessageAsset[]): Credit | undefined;
  give(credit: Credit): void;
  /**
   * Takes back what was given.
   *
   * @throws {UsageError} if some of it was spent. Then nothing is taken.
   */
  takeBack(credits: readonly Credit[]): void;
}

/** Assets for an account with limited balances. */
export interface Credit {
  readonly recipient: string;
  readonly assets: readonly MessageAsset[];
}

/** The initial balances of accounts. */
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

/** Gives access to balances. A caller with an entry for the native coin has no other token without an entry. */
export function createBalances(book: { readonly balances: Map<string, bigint> }): Balances {
  const isKept = (caller: string): boolean => book.balances.has(keyOf(caller, ''));
  const of = (caller: string, token: string): bigint => book.balances.get(keyOf(caller, token)) ?? 0n;
  return {
    of: (caller, token) => (isKept(caller) ? of(caller, token) : undefined),
    debit(caller, assets) {
      if (!isKept(caller)) return;
      const left = new Map<string, bigint>();
      const faults = assets.flatMap(({ token, amount }, index) => {
        const key = keyOf(caller, token);
        const had = left.get(key) ?? of(caller, token);
        if (amount > had)
          return `betaAssets[${index}].amount must be at most ${had}, which is what ${caller} has, got ${amount}`;
        left.set(key, had - amount);
        return [];
      });
      if (faults.length > 0)
        throw new UsageError('The caller has too little balance; nothing was submitted', faults);
      for (const [key, amount] of left) book.balances.set(key, amount);
    },
    creditOf: (recipient, assets) => (isKept(recipient) ? { recipient, assets } : undefined),
    give({ recipient, assets }) {
      for (const { token, amount } of assets) {
        book.balances.set(keyOf(recipient, token), of(recipient, token) + amount);
      }
    },
    takeBack(credits) {
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
