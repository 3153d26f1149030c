import * as Address from 'ox/Address';
import type { RevertReader } from '../calls/revert-text.js';
import type { DestinationToken, Hex } from '../destination-chain.js';
import type { Layout } from '../layer/deploy-contracts.js';
import type { Ground } from '../open-ground.js';
import { creationData } from './creation-data.js';
import { fundingOf } from './funding.js';
import type { AccountToFund, TokenToRegister } from './own-contracts.js';
import { rawAddress } from './own-part-faults.js';
import { deployToken, registrationOf } from './own-token.js';
import type { Artifact } from './read-artifact.js';
import { type SendOrFail, sendOrFail } from './send-or-fail.js';

/** A contract to deploy, its artifact read. */
export interface ReadContract {
  readonly name: string;
  readonly artifact: Artifact;
  readonly args: readonly unknown[];
}

/** What is placed on a chain. */
export interface PartsToPlace {
  readonly contracts: readonly ReadContract[];
  readonly tokens: readonly TokenToRegister[];
  readonly fund: readonly AccountToFund[];
}

/**
 * Places contracts, tokens and assets, and gives what stands on the chain then. Contracts are deployed in their order;
 * a token that is one of them is registered right after it, any other one before all contracts.
 *
 * @throws LocalDeploymentError `DEPLOYMENT_CANNOT_START` when the chain refuses one of them, with its reason.
 */
export async function placeOwnParts(
  { engine, accounts, layout: before, salt }: Ground,
  { contracts, tokens, fund }: PartsToPlace,
  revertText: RevertReader,
): Promise<Layout> {
  const send: SendOrFail = (what, transaction) => sendOrFail(engine, revertText, what, transaction);
  const from = accounts.owner;
  let layout = before;

  async function addToken({ name, beta, kind = 'bridged', alpha }: TokenToRegister): Promise<void> {
    const known = layout.contracts.deployed[alpha ?? ''] ?? alpha;
    const token: DestinationToken = {
      name,
      beta: rawAddress(beta),
      kind,
      alpha: Address.checksum(known ?? (await deployToken(send, from, layout, { name, kind }))),
    };
    const data = registrationOf(token);
    await send(`The token ${name} cannot be registered`, { from, to: layout.contracts.layer, data });
    const others = layout.tokens.filter((other) => other.beta !== token.beta);
    layout = { ...layout, tokens: [...others, token] };
  }

  async function addContract({ name, artifact, args }: ReadContract): Promise<void> {
    const data = creationData(artifact, args, layout);
    const { created } = await send(`The contract ${name} cannot be deployed`, { from, data });
    const deployed = { ...layout.contracts.deployed, [name]: Address.checksum(created as Hex) };
    layout = { ...layout, contracts: { ...layout.contracts, deployed } };
  }

  const isContract = ({ alpha }: TokenToRegister): boolean => contracts.some(({ name }) => name === alpha);
  for (const token of tokens) if (!isContract(token)) await addToken(token);
  for (const contract of contracts) {
    await addContract(contract);
    for (const token of tokens) if (token.alpha === contract.name) await addToken(token);
  }
  for (const [index, account] of fund.entries()) {
    const funding = fundingOf(accounts, layout, account, `${salt} ${index}`);
    await send(`The account ${account.address} cannot be funded`, funding);
  }
  return layout;
}
