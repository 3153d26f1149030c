import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readArtifact } from '../../../../src/local/evm/custom-contracts.js';
import { foundryArtifact, hardhatArtifact } from './artifacts-written.js';

async function written(content: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'artifact-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const path = join(directory, 'Token.json');
  await writeFile(path, content);
  return path;
}

it.each([
  ['Foundry', foundryArtifact, foundryArtifact.bytecode.object],
  ['Hardhat', hardhatArtifact, hardhatArtifact.bytecode],
])('reads what %s writes, from its path and as it is', async (_, artifact, bytecode) => {
  const path = await written(JSON.stringify(artifact));
  expect(readArtifact(path, 'Token')).toMatchObject({ abi: artifact.abi, bytecode, source: path });
  expect(readArtifact(artifact, 'Token')).toMatchObject({ bytecode, source: 'of Token' });
});

it('accepts bytecode without its prefix', () => {
  expect(readArtifact({ abi: [], bytecode: { object: '60' } }, 'Token').bytecode).toBe('0x60');
});

const placeholder = `0x60__$${'ab'.repeat(17)}$__60`;

it('reads a file with a byte order mark', async () => {
  const path = await written(`\uFEFF${JSON.stringify(foundryArtifact)}`);
  expect(readArtifact(path, 'Token').abi).toEqual(foundryArtifact.abi);
});

it.each<[string, unknown, string]>([
  ['a list', [], 'The artifact of Token has no list "abi".'],
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
])('rejects %s', (_, artifact, summary) => {
  expect(() => readArtifact(artifact as object, 'Token')).toThrow(
    expect.objectContaining({ code: 'DEPLOYMENT_CANNOT_START', summary }),
  );
});

it('names the path of a file that is missing or not JSON', async () => {
  expect(() => readArtifact('/nowhere/Token.json', 'Token')).toThrow(
    expect.objectContaining({ summary: 'The artifact /nowhere/Token.json cannot be read (ENOENT).' }),
  );
  const path = await written('pragma solidity;');
  expect(() => readArtifact(path, 'Token')).toThrow(
    expect.objectContaining({ summary: `The artifact ${path} is not JSON.` }),
  );
});
