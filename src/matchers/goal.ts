import { inclusionVerdict } from '../checks/inclusion-verdict.js';
import type { Client } from '../client/create-client.js';
import type { InclusionState } from '../contract/conventions.js';
import type { Deployment } from '../deployment/deployment.js';
import { UsageError } from '../errors.js';
import { closest } from '../internal/closest.js';
import { printText, printValue } from '../internal/print.js';
import * as polling from '../polling/wait.js';
import { clientOf } from './client-of.js';

/** What an operation shall reach, or stay short of. */
export interface Goal {
  /** The matcher as it was called: `toReachInclusion()`. */
  readonly call: string;
  readonly client: Client;
  /** What the wait polls for. */
  readonly wait: polling.WaitGoal;
  /** What is expected: `included`. */
  readonly expected: string;
  /** How its opposite is called: `not included`. */
  readonly unexpected: string;
}

/** The goal of being included in consensus. */
export function inclusionGoal(call: string, deployment: Deployment | undefined): Goal {
  const client = clientOf(deployment);
  const wait = polling.inclusionGoal(client.deployment);
  return { call, client, wait, expected: 'included', unexpected: 'not included' };
}

/**
 * The goal of being at a stage or past it; one that is not in the deployment's order must be shown itself.
 *
 * @throws {UsageError} when it is no name, or probably a misspelt one; when the deployment names no stages; and negated, when
 * it is not one of them, for that never happens.
 */
export function stageGoal(stage: string, asked: Deployment | undefined, isNot: boolean): Goal {
  const client = clientOf(asked);
  const { deployment } = client;
  const wanted = neutralStage(stage, deployment);
  const { stages } = deployment.conventions;
  const isInOrder = stages.includes(wanted);
  if (isNot && !isInOrder) throw unknownStage(stage, deployment);
  const lastOnAlpha = stages.findLastIndex((name) => name.includes('ALPHA'));
  const shown = printText(deployment.dialect.toWireName(wanted));
  const others =
    stages.length === 0 ? '' : `, which is none of ${stages.map(deployment.dialect.toWireName).join(', ')}`;
  const text = `at stage ${shown}${isInOrder ? ' or past it' : others}`;
  return {
    call: `toReachStage('${printText(stage)}')`,
    client,
    wait: {
      ...polling.inclusionGoal(deployment),
      verdictOf: ({ response }) =>
        inclusionVerdict(response, {
          ...deployment.conventions,
          isIncluded: (state) => hasReached(wanted, state, stages),
          // What ends on the destination chain may still come to each stage there.
          ...(isInOrder && stages.indexOf(wanted) <= lastOnAlpha ? { endsOnAlpha: () => false } : {}),
        }),
    },
    expected: text,
    unexpected: `not ${text}`,
  };
}

/**
 * `success` is about the stage shown (practice), so a stage that failed was not reached, but those before it were. Undefined
 * when the record does not say: without a stage, or at one that has no place in the order.
 */
function hasReached(
  wanted: string,
  { stage, success }: InclusionState,
  stages: readonly string[],
): boolean | undefined {
  if (stage === undefined) return undefined;
  if (stage === wanted) return success !== false;
  if (!stages.includes(wanted)) return false;
  return stages.includes(stage) ? stages.indexOf(stage) > stages.indexOf(wanted) : undefined;
}

function neutralStage(stage: string, deployment: Deployment): string {
  if (typeof stage !== 'string' || stage === '') {
    throw new UsageError('toReachStage takes the name of a stage', [`Received: ${printValue(stage)}`]);
  }
  const {
    name,
    conventions: { stages },
    dialect,
  } = deployment;
  if (stages.length === 0) {
    throw new UsageError(`toReachStage cannot tell which stages come after ${printText(stage)}`, [
      `The deployment ${name} names no stages: its convention stages is an empty list.`,
      'What to do: name the stages of the deployment in their order',
    ]);
  }
  const neutral = dialect.fromWireName(stage);
  if (stages.includes(neutral)) return neutral;
  const near = closest(stage, stages.map(dialect.toWireName)) ?? closest(neutral, stages);
  if (near === undefined) return neutral;
  throw new UsageError(
    `${printText(stage)} is not a stage of ${name}; did you mean ${dialect.toWireName(dialect.fromWireName(near))}?`,
    [
      `Its stages: ${stages.map(dialect.toWireName).join(', ')}`,
      'What to do: correct the name, or add it to the conventions of the deployment',
    ],
  );
}

function unknownStage(stage: string, { name, conventions: { stages }, dialect }: Deployment): UsageError {
  return new UsageError(`${printText(stage)} is not a stage of ${name}, so it would never be reached`, [
    `Its stages: ${stages.map(dialect.toWireName).join(', ')}`,
    'What to do: correct the name, or add it to the conventions of the deployment',
  ]);
}
