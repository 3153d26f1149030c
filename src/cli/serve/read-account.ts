import type { LocalAccount } from '../../local/local-account.js';
import { amount } from '../values/amount.js';
import { BadValue } from '../values/value-reader.js';

/**
 * Reads `ADDRESS`, with unlimited balances, or `ADDRESS=AMOUNT,AMOUNT,TOKEN,…`: each amount is in the token after it, or in
 * the native coin without one.
 */
export function readAccount(text: string): LocalAccount {
  const [, address, balances] = /^([^=,]+)(?:=(.+))?$/.exec(text) ?? [];
  if (address === undefined)
    throw new BadValue('must be ADDRESS or ADDRESS=AMOUNT[,TOKEN],…; without TOKEN it is the native coin');
  return balances === undefined ? { address } : { address, balances: readBalances(balances.split(',')) };
}

function readBalances(items: readonly string[]): Record<string, bigint> {
  const balances = new Map<string, bigint>();
  for (let at = 0; at < items.length; at++) {
    const value = amount(items[at] as string);
    const next = items[at + 1];
    const isToken = next !== undefined && !/^\d+(e\d+)?$/.test(next);
    if (isToken) at++;
    const token = isToken ? next : '';
    if (balances.has(token))
      throw new BadValue(`must name a token once, not ${token || 'the native coin'} twice`);
    balances.set(token, value);
  }
  return Object.fromEntries(balances);
}
