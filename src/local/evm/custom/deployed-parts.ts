import * as Address from 'ox/Address';
import { rawBetaAddress } from '../../../contract/addresses.js';
import { LocalDeploymentError, UsageError } from '../../../errors.js';
import type { RevertReader } from '../calls/revert-text.js';
import type { NodeConnection } from '../connect-to-node.js';
import type { DestinationToken, Hex } from '../destination-chain.js';
import type { Layout } from '../layer/deploy-contracts.js';
import { creationData } from './creation-data.js';
import type { AccountToFund, TokenToRegister } from './custom-contracts.js';
import { deployToken, registrationOf } from './custom-tokens.js';
import { fundingOf } from './funding.js';
import { namedAddresses } from './named-addresses.js';
import type { Artifact } from './read-artifact.js';
import { type SendRequired, sendRequired } from './required-transaction.js';

/** A contract to deploy, its artifact read. */
export interface ReadContract {
  readonly name: string;
  readonly artifact: Artifact;
  readonly args: readonly unknown[];
}

/** What is placed on a chain. */
interface PartsToDeploy {
  readonly contracts: readonly ReadContract[];
  readonly tokens: readonly TokenToRegister[];
  readonly fund: readonly AccountToFund[];
}

/**
 * NamedAddresses contracts, tokens and assets, and gives what stands on the chain then. Contracts are deployed in their order;
 * a token that is one of them is registered right after it, any other one before all contracts.
 *
 * @throws {UsageError} when a layer that was found has one of the tokens already, or not one that an account shall get.
 * @throws LocalDeploymentError `DEPLOYMENT_CANNOT_START` when the chain rejects one of them, with its reason.
 */
export async function deployParts(
  { engine, accounts, layout: before, salt }: NodeConnection,
  { contracts, tokens, fund }: PartsToDeploy,
  revertText: RevertReader,
): Promise<Layout> {
  const send: SendRequired = (what, transaction) => sendRequired(engine, revertText, what, transaction);
  const from = accounts.owner;
  let layout = before;
  assertTokensAreNew(tokens, before);

  async function addToken({ name, beta, kind = 'bridged', alpha }: TokenToRegister): Promise<void> {
    const known = layout.contracts.deployed[alpha ?? ''] ?? alpha;
    const token: DestinationToken = {
      name,
      beta: rawBetaAddress(beta),
      kind,
      alpha: Address.checksum(known ?? (await deployToken(send, from, layout, { name, kind }))),
    };
    const what = `The token ${name} cannot be registered`;
    if ((await engine.codeOf(token.alpha, 'latest')) === '0x')
      throw new LocalDeploymentError('DEPLOYMENT_CANNOT_START', {
        summary: `${what}: there is no contract at ${token.alpha}.`,
      });
    await send(what, { from, to: layout.contracts.layer, data: registrationOf(token) });
    layout = { ...layout, tokens: [...layout.tokens, token] };
  }

  async function addContract({ name, artifact, args }: ReadContract): Promise<void> {
    const data = creationData(artifact, args, namedAddresses(layout.contracts.layer, layout.tokens));
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
    assertKnownToken(account, index, layout);
    const funding = fundingOf(accounts, layout, account, `${salt} ${index}`);
    await send(`The account ${account.address} cannot be funded`, funding);
  }
  return layout;
}

/** Tokens of a layer are there for all who use it. */
function assertTokensAreNew(tokens: readonly TokenToRegister[], { tokens: there }: Layout): void {
  for (const [index, { name, beta }] of tokens.entries()) {
    if (there.some((token) => token.name === name))
      throw new UsageError(`tokens[${index}].name is taken: the layer already has a token ${name}`);
    const same = there.find((token) => token.beta === rawBetaAddress(beta));
    if (same)
      throw new UsageError(
        `tokens[${index}].beta is taken: the layer already has the token ${same.name} with it`,
      );
  }
}

function assertKnownToken({ token }: AccountToFund, index: number, { tokens }: Layout): void {
  const names = tokens.map(({ name }) => name);
  if (token !== undefined && !names.includes(token))
    throw new UsageError(`fund[${index}].token must be one of ${names.join(', ')}, got ${token}`);
}
