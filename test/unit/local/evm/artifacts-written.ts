import { bridgedTokenAbi, bridgedTokenBytecode } from '../../../../src/local/evm/artifacts/bridged-token.js';
import { reserveTokenAbi, reserveTokenBytecode } from '../../../../src/local/evm/artifacts/reserve-token.js';

/** A token as Foundry writes its artifact. */
export const foundryArtifact = {
  abi: bridgedTokenAbi,
  bytecode: { object: bridgedTokenBytecode, sourceMap: '', linkReferences: {} },
  deployedBytecode: { object: '0x', linkReferences: {} },
  methodIdentifiers: {},
  id: 0,
};

/** A token as Hardhat writes its artifact. */
export const hardhatArtifact = {
  _format: 'hh-sol-artifact-1',
  contractName: 'ReserveToken',
  sourceName: 'contracts/ReserveToken.sol',
  abi: reserveTokenAbi,
  bytecode: reserveTokenBytecode,
  deployedBytecode: '0x',
  linkReferences: {},
  deployedLinkReferences: {},
};

const abi = [{ type: 'error', name: 'PoolClosed', inputs: [] }];
const revertPoolClosed = '63d9fd1a295f526004601cfd';

/** A contract that reverts with an error of its own, whatever it is asked. */
export const closedArtifact = { abi, bytecode: `0x6b${revertPoolClosed}5f52600c6014f3` };

/** One whose constructor does so. */
export const brokenArtifact = { abi, bytecode: `0x${revertPoolClosed}` };

/** One whose constructor takes `(uint8 cap, (address to, uint256 share)[] parts)`. */
export const tupleArtifact = {
  abi: [
    {
      type: 'constructor',
      stateMutability: 'nonpayable',
      inputs: [
        { name: 'cap', type: 'uint8' },
        {
          name: 'parts',
          type: 'tuple[]',
          components: [
            { name: 'to', type: 'address' },
            { name: 'share', type: 'uint256' },
          ],
        },
      ],
    },
  ],
  bytecode: '0x60',
};
