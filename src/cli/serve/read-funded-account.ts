import type { AccountToFund } from '../../local/evm/custom/custom-contracts.js';
import { amount } from '../values/amount.js';
import { BadValue } from '../values/value-reader.js';

/** Reads `ADDRESS=AMOUNT` of the native coin, or `ADDRESS=AMOUNT,TOKEN`. */
export function readFundedAccount(text: string): AccountToFund {
  const [, address, digits, token] = /^([^=,]+)=([^,]+)(?:,([^,]+))?$/.exec(text) ?? [];
  if (address === undefined || digits === undefined)
    throw new BadValue('must be ADDRESS=AMOUNT[,TOKEN]; without TOKEN it is the native coin');
  return { address, amount: amount(digits), ...(token === undefined ? {} : { token }) };
}
