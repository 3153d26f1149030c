import type { Clock, SimulationRequest } from 'crosscheck';
import { standingClock } from '../../../../src/local/source-chain/schedule.js';
import {
  createSourceChain,
  type SourceChain,
  type SourceChainOptions,
} from '../../../../src/local/source-chain/source-chain.js';
import {
  createInMemoryDestinationChain,
  type InMemoryDestinationChain,
} from '../../../support/in-memory-destination-chain.js';
import { sourceAccounts } from '../../../support/source-accounts.js';

/** An epoch of 100 ms, 30 ms of consensus, 20 ms until delivery: 150 ms a direction. */
export const timing = { epochMs: 100, consensusMs: 30, executionMs: 20 };

export const [someCaller, otherCaller] = sourceAccounts;

/** A source chain in front of a destination chain without an EVM. */
export interface ChainUnderTest {
  readonly destination: InMemoryDestinationChain;
  readonly source: SourceChain;
  /** Submits a call of one of the targets with so much of the native coin, or without assets. */
  submit(target: 'bounce' | 'failing' | 'gasBurner', amount?: string, methodName?: string): string;
  stageOf(operationId: string): string | undefined;
}

export function startChain(
  options: Partial<SourceChainOptions> = {},
  clock: Clock = standingClock,
): ChainUnderTest {
  const destination = createInMemoryDestinationChain();
  const source = createSourceChain(destination, clock, { ...timing, ...options });
  return {
    destination,
    source,
    submit: (target, amount = '1', methodName = '') =>
      source.submit(requestTo(destination.contracts.targets[target], amount, methodName)),
    stageOf: (operationId) => source.find(operationId)?.stage,
  };
}

/**
 * Returns what `someCaller` has of the native coin: as much as the rejection of a larger submission says. It needs an account
 * with a limited balance.
 */
export function balanceOf(source: SourceChain): bigint {
  try {
    source.submit(requestTo(`0x${'00'.repeat(20)}`, `${2n ** 256n - 1n}`));
  } catch (error) {
    const [, balance] = /at most (\d+)/.exec(String(error)) ?? [];
    if (balance !== undefined) return BigInt(balance);
    throw error;
  }
  throw new Error('the balance is unlimited');
}

export function requestTo(target: string, amount = '1', methodName = ''): SimulationRequest {
  return {
    shardsKey: '1',
    alphaCallParams: { target, methodName },
    betaAssets: amount === '' ? [] : [{ amount }],
    betaCaller: someCaller,
  };
}
