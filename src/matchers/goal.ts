import { isRecord, type Sight } from '../checks/history.js';
import { type Conventions, type InclusionState, practice } from '../contract/conventions.js';
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
  /** Tells whether a look can say that it is not reached: at a stage that has no place in the order, none can. */
  readonly canTell: (sight: Sight) => boolean;
}

/** The goal of being included in consensus. */
export function inclusionGoal(call: string, deployment: Deployment | undefined): Goal {
  const client = clientOf(deployment);
  const { conventions } = client.deployment;
  // A predicate of the user's own may know stages that the order does not.
  const canTell = conventions.isIncluded === practice.isIncluded ? isPlaced(conventions.stages) : () => true;
  return { call, client, expected: 'included', unexpected: 'not included', canTell };
}

/**
 * The goal of being at a stage or past it; one that is not in the deployment's order must be shown itself.
 *
 * @throws {UsageError} when it is no name, or probably a misspelt one.
 */
export function stageGoal(stage: string, asked: Deployment | undefined): Goal {
  const { deployment } = clientOf(asked);
  const wanted = neutralStage(stage, deployment);
  const { stages } = deployment.conventions;
  const isInOrder = stages.includes(wanted);
  const lastOnAlpha = stages.findLastIndex((name) => name.includes('ALPHA'));
  const shown = printText(deployment.dialect.toWireName(wanted));
  const others =
    stages.length === 0 ? '' : `, which is none of ${stages.map(deployment.dialect.toWireName).join(', ')}`;
  const text = `at stage ${shown}${isInOrder ? ' or past it' : others}`;
  return {
    call: `toReachStage('${printText(stage)}')`,
    client: clientWith(deployment, {
      isIncluded: (state) => hasReached(wanted, state, stages),
      // What ends on the destination chain may still come to each stage there.
      ...(isInOrder && stages.indexOf(wanted) <= lastOnAlpha ? { endsOnAlpha: () => false } : {}),
    }),
    expected: text,
    unexpected: `not ${text}`,
    canTell: isInOrder ? isPlaced(stages) : () => true,
  };
}

/**
 * Refuses a stage that is not in the deployment's order for an assertion that it is not reached: one that no record can
 * show would always be right.
 */
export function refuseUnknownStage(
  stage: string,
  { name, conventions: { stages }, dialect }: Deployment,
): void {
  if (stages.length === 0 || stages.includes(dialect.fromWireName(stage))) return;
  throw new UsageError(`${printText(stage)} is not a stage of ${name}: that it is not reached says nothing`, [
    `Its stages: ${stages.map(dialect.toWireName).join(', ')}`,
    'What to do: name one of them, or add it to the conventions of the deployment',
  ]);
}

/** Of a look that saw no record, a 404, there is no stage to be unsure of. */
function isPlaced(stages: readonly string[]): Goal['canTell'] {
  return (sight) =>
    !isRecord(sight) || stages.length === 0 || (sight.stage !== undefined && stages.includes(sight.stage));
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
  if (stages.includes(neutral)) return neutral;
  const shown = stages.map(dialect.toWireName);
  const near = closest(stage, shown) ?? closest(neutral, stages);
  if (near === undefined) return neutral;
  const meant = dialect.toWireName(near);
  throw new UsageError(`${printText(stage)} is not a stage of ${name}; did you mean ${meant}?`, [
    `Its stages: ${shown.join(', ')}`,
    'What to do: mend the name, or add it to the conventions of the deployment',
  ]);
}
