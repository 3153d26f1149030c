import { expect, it } from 'vitest';
import { formatBetaAddress } from '../../../src/contract/addresses.js';
import { callerFaults, type LocalCaller } from '../../../src/local/local-caller.js';

const hash = 'ab'.repeat(32);
const address = `0:${hash}`;

it('finds nothing wrong with callers of any form', () => {
  const friendly = formatBetaAddress({ workchain: -1, hash, form: 'bounceable' });
  expect(callerFaults([{ address }, { address: friendly, balances: { '': 0n, [address]: '12' } }])).toEqual(
    [],
  );
});

it.each([
  ['callers[0].address', [{ address: 'me' }]],
  [
    'callers[1].address',
    [{ address }, { address: formatBetaAddress({ workchain: 0, hash, form: 'bounceable' }) }],
  ],
  ['callers[0].balances', [{ address, balances: [] }]],
  ['callers[0].balances["RED"]', [{ address, balances: { RED: 1n } }]],
  ['callers[0].balances[""]', [{ address, balances: { '': '01' } }]],
  ['callers[0].balances[""]', [{ address, balances: { '': -1n } }]],
  ['callers[0].balances[""]', [{ address, balances: { '': 1 } }]],
  ['callers[0]', [null]],
])('names %s', (path, callers) => {
  expect(callerFaults(callers as unknown as LocalCaller[]).map((fault) => fault.path)).toEqual([path]);
});
