import type { Conventions, InclusionState } from '../contract/conventions.js';
import type { Deployment } from '../deployment/deployment.js';
import { UsageError } from '../errors/usage-error.js';
import { type Client, createClient } from '../http/create-client.js';
import { closest } from '../internal/closest.js';
import { printText, printValue } from '../internal/print.js';
import { clientOf } from './client-of.js';

/** What an operation shall reach, or stay short of. */
export interface Goal {
  /** The matcher as it was called: `toReachInclusion()`. */
  readonly call: string;
  /** A client whose conventions count reaching the goal as inclusion, so that one wait serves every goal. */
  readonly client: Client;
  /** What is expected: `included`. */
  readonly expected: string;
  /** How its opposite is called: `not included`. */
  readonly unexpected: string;
}

/** The goal of being included in consensus. */
export function inclusionGoal(call: string, deployment: Deployment | undefined): Goal {
  return { call, client: clientOf(deployment), expected: 'included', unexpected: 'not included' };
}

/**
 * The goal of being at a stage or past it; one that is not in the deployment's order must be shown itself.
 *
 * @throws {UsageError} when it is no name, or probably a misspelt one.
 */
export function stageGoal(stage: string, asked: Deployment | undefined): Goal {
  const { deployment } = clientOf(asked);
  const wanted = neutralStage(stage, deployment);
  const isPlaced = deployment.conventions.stages.includes(wanted);
  const text = `at stage ${printText(wanted)}${isPlaced ? ' or past it' : ''}`;
  return {
    call: `toReachStage('${printText(stage)}')`,
    client: clientWith(deployment, {
      isIncluded: (state, { stages }) => hasReached(wanted, state, stages),
    }),
    expected: text,
    unexpected: `not ${text}`,
  };
}

/** A client of a deployment that takes some things otherwise. */
export function clientWith(deployment: Deployment, conventions: Partial<Conventions>): Client {
  return createClient({ ...deployment, conventions: { ...deployment.conventions, ...conventions } });
}

/** `success` is about the stage shown (practice), so a stage that failed was not reached, but those before it were. */
function hasReached(wanted: string, { stage, success }: InclusionState, stages: readonly string[]): boolean {
  if (stage === undefined) return false;
  if (stage === wanted) return success !== false;
  return stages.includes(wanted) && stages.indexOf(stage) > stages.indexOf(wanted);
}

function neutralStage(stage: string, { name, conventions: { stages }, dialect }: Deployment): string {
  if (typeof stage !== 'string' || stage === '') {
    throw new UsageError('toReachStage takes the name of a stage', [`Received: ${printValue(stage)}`]);
  }
  const neutral = dialect.fromWireName(stage);
  const meant = stages.includes(neutral) ? undefined : closest(neutral, stages);
  if (meant === undefined) return neutral;
  throw new UsageError(`${printText(stage)} is not a stage of ${name}; did you mean ${meant}?`, [
    `Its stages: ${stages.join(', ')}`,
    'What to do: mend the name, or add it to the conventions of the deployment',
  ]);
}
