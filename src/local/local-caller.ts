import { parseBetaAddress } from '../contract/addresses.js';
import type { OptionIssue } from '../internal/options.js';
import { printValue } from '../internal/print.js';

/** A caller of the source chain. */
export interface LocalCaller {
  /** Its address, in any form. */
  readonly address: string;
  /**
   * What it has: amounts in base units by the address of the token, `""` for the native coin. A submission that
   * sends more is refused. Default: as much as it asks for.
   */
  readonly balances?: Readonly<Record<string, bigint | string>> | undefined;
}

/** What is wrong with callers: where, and why. */
export function callerFaults(callers: readonly LocalCaller[]): OptionIssue[] {
  const seen = new Set<string>();
  return callers.flatMap((caller, index) => {
    const path = `callers[${index}]`;
    if (typeof caller !== 'object' || caller === null)
      return [{ path, message: `must be an object, got ${printValue(caller)}` }];
    const { address, balances = {} } = caller;
    const key = accountKey(address);
    if (key === undefined)
      return [
        { path: `${path}.address`, message: `must be a source-chain address, got ${printValue(address)}` },
      ];
    if (seen.has(key)) return [{ path: `${path}.address`, message: 'is that of a caller before it' }];
    seen.add(key);
    return balanceFaults(`${path}.balances`, balances);
  });
}

/** An address of the source chain in its raw form, whatever form it is written in; undefined for anything else. */
export function accountKey(address: string): string | undefined {
  const parsed = typeof address === 'string' ? parseBetaAddress(address) : undefined;
  return parsed && `${parsed.workchain}:${parsed.hash}`;
}

function balanceFaults(path: string, balances: unknown): OptionIssue[] {
  if (typeof balances !== 'object' || balances === null || Array.isArray(balances))
    return [{ path, message: `must be an object of amounts by token, got ${printValue(balances)}` }];
  return Object.entries(balances).flatMap(([token, amount]) => {
    const at = `${path}[${JSON.stringify(token)}]`;
    if (token !== '' && accountKey(token) === undefined)
      return [
        { path: at, message: 'must be of a token, by its source-chain address, or of the native coin, ""' },
      ];
    return isAmount(amount)
      ? []
      : [
          {
            path: at,
            message: `must be a bigint or a decimal text of base units, got ${printValue(amount)}`,
          },
        ];
  });
}

function isAmount(amount: unknown): boolean {
  return typeof amount === 'bigint'
    ? amount >= 0n
    : typeof amount === 'string' && /^(0|[1-9]\d*)$/.test(amount);
}
