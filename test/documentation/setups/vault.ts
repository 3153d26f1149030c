import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Puts what Foundry makes of a contract beside a block: one that takes the layer and does nothing. */
export async function prepare(folder: string): Promise<void> {
  const abi = [
    { type: 'constructor', inputs: [{ name: 'layer', type: 'address' }], stateMutability: 'nonpayable' },
  ];
  // Returns the one byte STOP as its code.
  const bytecode = { object: '0x600060005360016000f3' };
  await mkdir(join(folder, 'out/Vault.sol'), { recursive: true });
  await writeFile(join(folder, 'out/Vault.sol/Vault.json'), JSON.stringify({ abi, bytecode }));
}
