import * as AbiConstructor from 'ox/AbiConstructor';
import * as AbiEvent from 'ox/AbiEvent';
import { LocalDeploymentError } from '../../errors/deployment-error.js';
import { deploymentAbi, deploymentBytecode } from './artifacts/deployment.js';
import type { DestinationContracts, DestinationToken, Hex } from './destination-chain.js';
import type { Transactions } from './transactions.js';

/** The accounts that have a part in the cross-chain layer. */
export interface Roles {
  readonly deployer: Hex;
  readonly executors: readonly Hex[];
  readonly validators: readonly Hex[];
  readonly quorum: number;
}

/** What stands on the chain after the deployment. */
export interface Deployed {
  readonly contracts: DestinationContracts;
  readonly tokens: readonly DestinationToken[];
}

type NewToken = Omit<DestinationToken, 'alpha'>;

const newTokens: readonly NewToken[] = [
  { name: 'COIN', beta: '', kind: 'bridged' },
  { name: 'RED', beta: `0:${'a1'.repeat(32)}`, kind: 'bridged' },
  { name: 'BLUE', beta: `0:${'b2'.repeat(32)}`, kind: 'bridged' },
  { name: 'HOME', beta: `0:${'c3'.repeat(32)}`, kind: 'reserve' },
];
const kindNumber = { bridged: 1, reserve: 2 } as const;
const million = 1_000_000n * 10n ** 18n;

const deploymentConstructor = AbiConstructor.fromAbi(deploymentAbi);
const deployedEvent = AbiEvent.fromAbi(deploymentAbi, 'Deployed');

/** Deploys the layer, the tokens and the targets in one transaction. */
export async function deployContracts(transactions: Transactions, roles: Roles): Promise<Deployed> {
  const { logs } = await transactions.send({ from: roles.deployer, data: deploymentData(roles) });
  const log = logs.at(-1);
  if (log === undefined) {
    throw new LocalDeploymentError('DEPLOYMENT_CANNOT_START', {
      summary: 'The contracts cannot be deployed.',
    });
  }
  const at = AbiEvent.decode(deployedEvent, { data: log.data, topics: [...log.topics] });
  const { layer, swap, bounce, failing, gasBurner } = at;
  return {
    contracts: { layer, targets: { swap, bounce, failing, gasBurner } },
    tokens: newTokens.map((token, index) => ({ ...token, alpha: at.tokens[index] as Hex })),
  };
}

function deploymentData({ executors, validators, quorum }: Roles): Hex {
  const tokens = newTokens.map(({ name, beta, kind }) => ({
    symbol: name,
    sourceToken: beta,
    kind: kindNumber[kind],
    poolSupply: million,
    reserve: kind === 'reserve' ? million : 0n,
  }));
  return AbiConstructor.encode(deploymentConstructor, {
    bytecode: deploymentBytecode,
    args: [executors, validators, BigInt(quorum), tokens],
  });
}
