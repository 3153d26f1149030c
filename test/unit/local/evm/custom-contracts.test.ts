import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ContractToDeploy, startLocalDeployment } from 'crosscheck/local';
import { expect, it, onTestFinished } from 'vitest';
import { callRpc } from '../../../support/json-rpc.js';
import { rejectionOf } from '../../client/calls.js';
import { foundryArtifact, hardhatArtifact } from './artifacts-written.js';

async function written(content: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'artifact-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const path = join(directory, 'Token.json');
  await writeFile(path, content);
  return path;
}

type Given = Pick<ContractToDeploy, 'artifact' | 'args'>;

/** Deploys artifacts, and returns the codes at the addresses of the contracts. */
async function codesOf(...given: readonly Given[]): Promise<string[]> {
  const deploy = given.map((contract, index) => ({
    ...contract,
    name: index === 0 ? 'Token' : `Token${index}`,
  }));
  await using local = await startLocalDeployment({ clock: 'manual', deploy });
  const codes = deploy.map(({ name }) =>
    callRpc(local.evmRpcUrl, 'eth_getCode', local.contracts.deployed[name], 'latest'),
  );
  return (await Promise.all(codes)) as string[];
}

const holder = '0x00000000000000000000000000000000000000A1';

/** Code that deploys the byte 0x00. */
const smallest = '600160005260018060ff6000396000f3';

it('reads what Foundry and Hardhat write, from its path and as it is', async () => {
  const ofFoundry = ['GLD', { layer: true }, holder, '1000'];
  const ofHardhat = ['SAFE', { layer: true }, 77];
  const [foundryPath, foundry, hardhatPath, hardhat] = await codesOf(
    { artifact: await written(JSON.stringify(foundryArtifact)), args: ofFoundry },
    { artifact: foundryArtifact, args: ofFoundry },
    { artifact: await written(JSON.stringify(hardhatArtifact)), args: ofHardhat },
    { artifact: hardhatArtifact, args: ofHardhat },
  );
  expect([foundryPath, hardhatPath]).toEqual([foundry, hardhat]);
  for (const code of [foundry, hardhat]) expect(code?.length).toBeGreaterThan(100);
});

it('accepts bytecode without its prefix, and a file with a byte order mark', async () => {
  const path = await written(`\uFEFF${JSON.stringify({ abi: [], bytecode: smallest })}`);
  const codes = await codesOf({ artifact: { abi: [], bytecode: { object: smallest } } }, { artifact: path });
  expect(codes).toEqual(['0x00', '0x00']);
});

const placeholder = `0x60__$${'ab'.repeat(17)}$__60`;

it.each<[string, unknown, string]>([
  ['no ABI', { bytecode: '0x60' }, 'The artifact of Token has no list "abi".'],
  ...[[null], [{ type: 'error' }], [{ type: 'error', name: 'E', inputs: [{}] }], [{ type: 'function' }]].map(
    (abi): [string, unknown, string] => [
      `the ABI ${JSON.stringify(abi)}`,
      { abi, bytecode: '0x60' },
      'The artifact of Token has an "abi" that cannot be read.',
    ],
  ),
  ['an ABI alone', { abi: [] }, 'The artifact of Token has no "bytecode", as a text or with an "object".'],
  [
    'an interface',
    { abi: [], bytecode: '0x' },
    'The artifact of Token has no code: it is of an interface or an abstract contract.',
  ],
  [
    "an unlinked library of Foundry's",
    { abi: [], bytecode: { object: placeholder, linkReferences: { 'src/Maths.sol': { Maths: [{}] } } } },
    'The artifact of Token needs libraries to be linked: Maths.',
  ],
  [
    "an unlinked library of Hardhat's",
    { abi: [], bytecode: placeholder, linkReferences: { 'src/Maths.sol': { Maths: [{}], Sums: [{}] } } },
    'The artifact of Token needs libraries to be linked: Maths, Sums.',
  ],
  [
    'a library nobody lists',
    { abi: [], bytecode: placeholder },
    'The artifact of Token needs libraries to be linked.',
  ],
  ['other text', { abi: [], bytecode: '0x6' }, 'The artifact of Token has a "bytecode" that is not hex.'],
])('rejects %s', async (_, artifact, summary) => {
  expect(await rejectionOf(codesOf({ artifact: artifact as object }))).toMatchObject({
    code: 'DEPLOYMENT_CANNOT_START',
    summary,
  });
});

it('names the path of a file that is missing, not JSON, or a list', async () => {
  expect(await rejectionOf(codesOf({ artifact: '/nowhere/Token.json' }))).toMatchObject({
    summary: 'The artifact /nowhere/Token.json cannot be read (ENOENT).',
  });
  const path = await written('pragma solidity;');
  expect(await rejectionOf(codesOf({ artifact: path }))).toMatchObject({
    summary: `The artifact ${path} is not JSON.`,
  });
  const list = await written('[]');
  expect(await rejectionOf(codesOf({ artifact: list }))).toMatchObject({
    summary: `The artifact ${list} has no list "abi".`,
  });
});
