import * as AbiConstructor from 'ox/AbiConstructor';
import * as AbiParameters from 'ox/AbiParameters';
import { expect, it } from 'vitest';
import { createDestinationChain } from '../../../../src/local/evm/destination-chain.js';
import { callRpc } from '../../../support/json-rpc.js';

const address = `0x${'ab'.repeat(20)}`;

/** A contract whose constructor takes a value, and whose code is the arguments that the constructor got. */
const contractTaking = (name: string, type: string, value: unknown) => ({
  name,
  artifact: {
    abi: [AbiConstructor.from(`constructor(${type})`)],
    bytecode: '0x38600c900380600c5f395ff3',
  },
  args: [value],
});

const accepted: readonly (readonly [type: string, value: unknown, encoded: unknown])[] = [
  [
    'uint256',
    '115792089237316195423570985008687907853269984665640564039457584007913129639935',
    2n ** 256n - 1n,
  ],
  ['uint8', 7, 7n],
  ['int128', '-5', -5n],
  ['int8', -128, -128n],
  ['int8', 127, 127n],
  ['uint64', '0xff', 255n],
  ['uint64', 9n, 9n],
  [
    'uint8[2][]',
    [
      [1, '2'],
      [3n, 4],
    ],
    [
      [1n, 2n],
      [3n, 4n],
    ],
  ],
  ['(uint8 a, address[] b) c', { b: [address], a: 1 }, { a: 1n, b: [address] }],
  ['(uint8 a, address[] b) c', [1, [address]], { a: 1n, b: [address] }],
  ['(uint8, bool)', [1, true], [1n, true]],
  ['string', '', ''],
  ['bytes4', '0x01020304', '0x01020304'],
];

it('encodes the arguments of constructors, whichever way JSON writes them', async () => {
  const deploy = accepted.map(([type, value], index) => contractTaking(`Taker${index}`, type, value));
  const chain = await createDestinationChain({ deploy });
  const codes = deploy.map(({ name }) =>
    callRpc(chain.rpcUrl, 'eth_getCode', chain.contracts.deployed[name], 'latest'),
  );
  const got = (await Promise.all(codes)).map((code, index) => [...(accepted[index] ?? []).slice(0, 2), code]);
  await chain.stop();
  expect(got).toEqual(
    accepted.map(([type, value, encoded]) => {
      const parameters = AbiParameters.from(type) as readonly AbiParameters.Parameter[];
      return [type, value, AbiParameters.encode(parameters, [encoded])];
    }),
  );
});

it.each<[string, unknown, string]>([
  ['uint256', 1.5, 'args[0] must be an integer (uint256): a bigint, a safe number or a text'],
  ['uint256', '1e18', 'args[0] must be an integer (uint256): a bigint, a safe number or a text'],
  ['uint256', 2 ** 60, 'args[0] must be an integer (uint256): a bigint, a safe number or a text'],
  ['uint8', 256, 'args[0] must be within the range of uint8'],
  ['uint', -1n, 'args[0] must be within the range of uint'],
  ['int8', 128, 'args[0] must be within the range of int8'],
  ['int8', '-129', 'args[0] must be within the range of int8'],
  ['bytes32', '0x12', 'args[0] must be 0x and 64 hex digits (bytes32)'],
  ['uint8[2]', [1], 'args[0] must have 2 items, not 1'],
  ['uint8[]', 1, 'args[0] must be a list'],
  ['(bool a) b', { a: 'true' }, 'args[0].a must be a boolean'],
  ['(bool a) b', null, 'args[0].a must be a boolean'],
  ['bytes', '0x123', 'args[0] must be 0x and an even number of hex digits (bytes)'],
  ['string', 1, 'args[0] must be a text (string)'],
  ['address', `0x${'aB'.repeat(20)}`, 'args[0] must have a valid checksum'],
])('rejects as %s the value %s', async (type, value, message) => {
  const deploy = [contractTaking('Taker', type, value)];
  await expect(createDestinationChain({ deploy, anvilBinary: '/nowhere/anvil' })).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringContaining(message),
  });
});
