import type { Check, CheckContext } from '../../case/check.js';
import { customSchemaSource } from '../../case/check-source.js';
import { type Flaw, judgeEach } from '../../case/judge-each.js';
import type { Observation } from '../../case/observation.js';
import { integerFaultOf, shapeMessage, shapeProblems } from './shape-problems.js';

/**
 * Integers keep their last digit beyond 2^53: none is written as a double writes it, and the shards key of an outgoing
 * message is not what the request's rounds to.
 */
export const roundedInteger: Check = {
  name: 'rounded-integer',
  family: 'transport',
  severity: 'critical',
  about: 'An integer of an answer must not be rounded to a double or written as one.',
  source:
    'practice: integers may exceed 2^53; that an outgoing message has the shards key of its request: assumption',
  customSource: customSchemaSource,
  judge: judgeEach((observation, context) => {
    const { simulation } = observation.answer ?? {};
    return simulation === undefined ? writtenAsDoubles(observation, context) : roundedKeys(observation);
  }),
};

function writtenAsDoubles(observation: Observation, context: CheckContext): Flaw[] {
  return shapeProblems(observation, context)
    .filter((fault) => integerFaultOf(fault) === 'double')
    .map((fault) => ({
      path: fault.path,
      class: 'double for integer',
      message: `${shapeMessage(fault)} ${fault.value}`,
    }));
}

function roundedKeys({ request, answer }: Observation): Flaw | undefined {
  const messages = answer?.simulation?.outMessages;
  const { expect } = request;
  if (!messages || messages.length === 0 || expect.kind !== 'simulated') return undefined;
  const sent = keyOf(expect.request.shardsKey);
  const rounded = messages.find(({ shardsKey }) => isRoundingOf(shardsKey, sent));
  if (rounded === undefined) return undefined;
  return {
    path: 'response.outMessages[].shardsKey',
    class: 'rounded to a double',
    message: `expected the shards key ${sent} of the request in the outgoing message, got ${rounded.shardsKey}, which is its value as a double`,
  };
}

/** Such a key as is worth a look: what a double holds exactly is not rounded. */
function keyOf(text: string | undefined): bigint | undefined {
  return text !== undefined && text.length >= 16 && /^\d+$/.test(text) ? BigInt(text) : undefined;
}

function isRoundingOf(received: bigint | undefined, sent: bigint | undefined): boolean {
  if (received === undefined || sent === undefined || received === sent) return false;
  return Number(received) === Number(sent);
}
