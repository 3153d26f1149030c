import type { Deployment } from '../deployment/deployment.js';
import { UsageError } from '../errors.js';
import { deploymentOf } from '../polling/timeline.js';

/**
 * Returns the deployment that a result came from: a simulation, a record, a timeline, and what a wait gave or threw.
 * Undefined where it does not know, as an operation id does not.
 */
export function deploymentOfResult(result: unknown): Deployment | undefined {
  if (typeof result !== 'object' || result === null) return undefined;
  if (Array.isArray(result)) return deploymentOf(result);
  const { deployment, timeline, record, inclusion, error } = result as Readonly<Record<string, unknown>>;
  if (isDeployment(deployment)) return deployment;
  return [timeline, record, inclusion, error]
    .map((part) => deploymentOfResult(part))
    .find((from) => from !== undefined);
}

/**
 * Throws for a result beside another deployment than the one that it came from: it was judged where it came from, and
 * the other says nothing of it.
 */
export function refuseOtherDeployment(
  matcher: string,
  result: unknown,
  asked: Deployment | undefined,
  address: 'simulatorUrl' | 'observerUrl',
): void {
  const from = deploymentOfResult(result);
  if (asked === undefined || from === undefined || isSameService(asked, from, address)) return;
  const placeOf = ({ chains, [address]: url }: Deployment): string =>
    `${new URL(url).host}, chains ${chains.alpha} and ${chains.beta}`;
  throw new UsageError(`${matcher} was given a result of ${from.name} and the deployment ${asked.name}`, [
    `Result of:  ${placeOf(from)}`,
    `Deployment: ${placeOf(asked)}`,
    'What to do: leave out deployment, or get the result from that deployment',
  ]);
}

function isDeployment(value: unknown): value is Deployment {
  return typeof value === 'object' && value !== null && 'conventions' in value && 'observerUrl' in value;
}

function isSameService(one: Deployment, other: Deployment, address: 'simulatorUrl' | 'observerUrl'): boolean {
  const isSameChain = one.chains.alpha === other.chains.alpha && one.chains.beta === other.chains.beta;
  return isSameChain && one[address] === other[address];
}
