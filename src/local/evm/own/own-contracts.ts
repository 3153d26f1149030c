import type { Hex } from '../destination-chain.js';

/** A contract of yours, to deploy when the local deployment starts. */
export interface ContractToDeploy {
  /** What `contracts.deployed` calls it; another one for each. */
  readonly name: string;
  /** The artifact that Foundry (`out/C.sol/C.json`) or Hardhat (`artifacts/…/C.json`) wrote: its path, or its content. */
  readonly artifact: string | object;
  /**
   * Arguments of the constructor. Integers may be bigints, numbers or texts. `{ layer: true }` stands for the layer's
   * address, `{ token: 'RED' }` for that of a token which is there by then: contracts are deployed in their order.
   */
  readonly args?: readonly unknown[] | undefined;
}

/** A token to register with the layer. */
export interface TokenToRegister {
  readonly name: string;
  /** Its address on the source chain, in any form. */
  readonly beta: string;
  /** `bridged` tokens are minted and burned by the layer, `reserve` tokens unlocked and locked. Default: `bridged`. */
  readonly kind?: 'bridged' | 'reserve' | undefined;
  /**
   * Where it is on the destination chain, or the name of a contract in `deploy`; a bridged one must let the layer
   * `mint(address,uint256)` and `burn(address,uint256)`. Default: a token of ours is deployed.
   */
  readonly alpha?: Hex | string | undefined;
}

/** An account of the destination chain that shall have something. */
export interface AccountToFund {
  readonly address: string;
  /** The name of a token. Default: the native coin of the destination chain. */
  readonly token?: string | undefined;
  /** In base units; it comes on top of what the account has. Tokens come from the layer, reserve tokens from its reserve. */
  readonly amount: bigint | string;
}
