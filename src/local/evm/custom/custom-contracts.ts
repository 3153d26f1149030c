import { z } from 'zod';
import { alphaAddressIssue, isBetaAddress } from '../../../contract/addresses.js';
import { checkedValue, choice, list, text, valueWhere } from '../../../internal/options.js';
import { amountSchema } from '../../local-account.js';

const contractShape = {
  /** What `contracts.deployed` calls it; another one for each. */
  name: text(),
  /** The artifact that Foundry (`out/C.sol/C.json`) or Hardhat (`artifacts/…/C.json`) wrote: its path, or its content. */
  artifact: valueWhere<string | object>(
    (value) =>
      typeof value === 'string'
        ? value !== ''
        : typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be the path of an artifact, or its content',
  ),
  /**
   * Arguments of the constructor. Integers may be bigints, numbers or texts. `{ layer: true }` stands for the layer's
   * address, `{ token: 'RED' }` for that of a token which is there by then: contracts are deployed in their order.
   */
  args: list(z.unknown()).optional(),
};

/** A contract to deploy when the local deployment starts. */
export interface ContractToDeploy extends Readonly<z.input<z.ZodObject<typeof contractShape>>> {}

export const contractToDeploy: z.ZodType<ContractToDeploy, ContractToDeploy> = z.strictObject(contractShape);

const tokenShape = {
  /** What messages and other options call it. */
  name: text(),
  /** Its address on the source chain, in any form. */
  beta: valueWhere<string>(
    (value) => typeof value === 'string' && isBetaAddress(value),
    'must be a source-chain address',
  ),
  /** `bridged` tokens are minted and burned by the layer, `reserve` tokens unlocked and locked. Default: `bridged`. */
  kind: choice('bridged', 'reserve').optional(),
  /**
   * Where it is on the destination chain, or the name of a contract in `deploy`; a bridged one must let the layer
   * `mint(address,uint256)` and `burn(address,uint256)`. Default: a token of ours is deployed.
   */
  alpha: text().optional(),
};

/** A token to register with the cross-chain layer. */
export interface TokenToRegister extends Readonly<z.input<z.ZodObject<typeof tokenShape>>> {}

export const tokenToRegister: z.ZodType<TokenToRegister, TokenToRegister> = z.strictObject(tokenShape);

const accountShape = {
  /** Its address on the destination chain. */
  address: checkedValue<string>((value) =>
    typeof value === 'string' ? alphaAddressIssue(value) : 'must be 0x and 40 hex digits',
  ),
  /** The name of a token. Default: the native coin of the destination chain. */
  token: text().optional(),
  /** In base units; it comes on top of what the account has. Tokens come from the layer, reserve tokens from its reserve. */
  amount: amountSchema,
};

/** An account of the destination chain to fund. */
export interface AccountToFund extends Readonly<z.input<z.ZodObject<typeof accountShape>>> {}

export const accountToFund: z.ZodType<AccountToFund, AccountToFund> = z.strictObject(accountShape);
