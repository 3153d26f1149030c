import type { AccountOverride, Hex, StateOverrides } from '../destination-chain.js';

/** What a transaction changes, as the `prestateTracer` gives it with `diffMode`. */
export interface StateDiff {
  /** The accounts that it changes as they were, with the slots that it changes. */
  readonly pre: Readonly<Record<Hex, DiffedAccount>>;
  /** What is other of them afterwards; a slot that is cleared is missing, and so is an account that is gone. */
  readonly post: Readonly<Record<Hex, DiffedAccount>>;
}

interface DiffedAccount {
  readonly balance?: Hex;
  readonly nonce?: number;
  readonly code?: Hex;
  readonly storage?: Readonly<Record<Hex, Hex>>;
}

const emptySlot: Hex = `0x${'0'.repeat(64)}`;
const gone = { balance: '0x0', nonce: 0, code: '0x' } as const;

/** Gives the overrides after a transaction that was run on top of the overrides before it. */
export function applyDiff(overrides: StateOverrides, { pre, post }: StateDiff): StateOverrides {
  const changed = Object.keys({ ...pre, ...post }) as Hex[];
  const accounts = changed.map((address) => [
    address.toLowerCase(),
    changedAccount(overrides[address.toLowerCase() as Hex], pre[address], post[address] ?? gone),
  ]);
  return { ...overrides, ...Object.fromEntries(accounts) };
}

function changedAccount(
  before: AccountOverride = {},
  pre: DiffedAccount = {},
  { balance, nonce, code, storage }: DiffedAccount,
): AccountOverride {
  const cleared = Object.keys(pre.storage ?? {}).map((slot) => [slot, emptySlot]);
  const slots = { ...before.stateDiff, ...Object.fromEntries(cleared), ...storage };
  return {
    ...before,
    ...(balance !== undefined && { balance }),
    ...(nonce !== undefined && { nonce: `0x${nonce.toString(16)}` }),
    ...(code !== undefined && { code }),
    ...(Object.keys(slots).length > 0 && { stateDiff: slots }),
  };
}
