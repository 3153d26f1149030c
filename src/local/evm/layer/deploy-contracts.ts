import * as AbiConstructor from 'ox/AbiConstructor';
import * as AbiEvent from 'ox/AbiEvent';
import { LocalDeploymentError } from '../../../errors.js';
import { deploymentAbi, deploymentBytecode } from '../artifacts/deployment.js';
import type { DestinationContracts, DestinationToken, Hex } from '../destination-chain.js';
import type { Accounts, Engine } from '../engine/engine.js';

/** What stands on the chain. */
export interface Layout {
  readonly contracts: DestinationContracts;
  readonly tokens: readonly DestinationToken[];
}

type NewToken = Omit<DestinationToken, 'alpha'>;

/** The tokens that every deployment of ours has. */
export const sampleTokens: readonly NewToken[] = [
  { name: 'COIN', beta: '', kind: 'bridged' },
  { name: 'RED', beta: `0:${'a1'.repeat(32)}`, kind: 'bridged' },
  { name: 'BLUE', beta: `0:${'b2'.repeat(32)}`, kind: 'bridged' },
  { name: 'HOME', beta: `0:${'c3'.repeat(32)}`, kind: 'reserve' },
];
/** What the contracts call the kinds of tokens. */
export const kindNumber = { bridged: 1, reserve: 2 } as const;
/** What the swap pool, and the reserve of a token that has one, hold from the start. */
export const initialSupply = 1_000_000n * 10n ** 18n;

const deploymentConstructor = AbiConstructor.fromAbi(deploymentAbi);
const deployedEvent = AbiEvent.fromAbi(deploymentAbi, 'Deployed');
const deployedTopic = AbiEvent.getSelector(deployedEvent);

/** Deploys the layer, the tokens and the targets in one transaction. */
export async function deployContracts(engine: Engine, accounts: Accounts, quorum: number): Promise<Layout> {
  const { logs } = await engine.send({ from: accounts.owner, data: deploymentData(accounts, quorum) });
  const log = logs.find(({ topics }) => topics[0] === deployedTopic);
  if (log === undefined) {
    throw new LocalDeploymentError('DEPLOYMENT_CANNOT_START', {
      summary: 'The contracts cannot be deployed.',
    });
  }
  const at = AbiEvent.decode(deployedEvent, { data: log.data, topics: [...log.topics] });
  const { layer, swap, bounce, failing, gasBurner } = at;
  return {
    contracts: { layer, targets: { swap, bounce, failing, gasBurner }, deployed: {} },
    tokens: sampleTokens.map((token, index) => ({ ...token, alpha: at.tokens[index] as Hex })),
  };
}

function deploymentData({ executors, validators }: Accounts, quorum: number): Hex {
  const tokens = sampleTokens.map(({ name, beta, kind }) => ({
    symbol: name,
    sourceToken: beta,
    kind: kindNumber[kind],
    poolSupply: initialSupply,
    reserve: kind === 'reserve' ? initialSupply : 0n,
  }));
  return AbiConstructor.encode(deploymentConstructor, {
    bytecode: deploymentBytecode,
    args: [executors, validators, BigInt(quorum), tokens],
  });
}
