import { rawBetaAddress } from '../../contract/raw-beta-address.js';
import type { SimulationRequest } from '../../contract/request-schema.js';
import { printText } from '../../internal/print.js';
import type { Check, Violation } from '../case/check.js';
import type { ObservedCase } from '../case/observation.js';
import { firstRepeated } from '../first-repeated.js';
import { judgeSimulations } from './judge-meaning.js';

const path = 'response.outMessages[].operationId';

const judgeEachAnswer = judgeSimulations(({ outMessages }) => {
  const repeated = firstRepeated(outMessages, ({ operationId }) => operationId);
  if (repeated === undefined) return undefined;
  return {
    path,
    class: 'repeated',
    message: `expected an operation id of its own for each outgoing message, got ${printText(repeated)} twice`,
  };
});

/** Each outgoing message has an operation id of its own. */
export const duplicateOperationId: Check = {
  name: 'duplicate-operation-id',
  family: 'meaning',
  severity: 'critical',
  about: 'Two outgoing messages must not have the same operation id, of one simulation or of unrelated ones.',
  source: 'section 2.2; that an id is of one message: assumption',
  judge: (observed, context) => [...judgeEachAnswer(observed, context), ...sharedIds(observed)],
};

/** Ids that simulations of unrelated calls have in common. */
function sharedIds({ observations }: ObservedCase): Violation[] {
  if (observations.length < 2) return [];
  const owners = new Map<string, SimulationRequest>();
  return observations.flatMap(({ request: { expect }, answer }, at) => {
    if (expect.kind !== 'simulated') return [];
    const ids = (answer?.simulation?.outMessages ?? []).flatMap(({ operationId }) => operationId || []);
    const shared = ids.find((id) => {
      const owner = owners.get(id.toLowerCase());
      if (owner === undefined) owners.set(id.toLowerCase(), expect.request);
      return owner !== undefined && areUnrelated(owner, expect.request);
    });
    if (shared === undefined) return [];
    const message = `expected other operation ids than those of an unrelated call, got ${printText(shared)} again`;
    return [{ at, path, class: 'of unrelated calls', message }];
  });
}

/** An id may come of the caller or of the shards key alone, so that calls with either in common may share it. */
function areUnrelated(one: SimulationRequest, other: SimulationRequest): boolean {
  return (
    one.shardsKey !== other.shardsKey &&
    rawBetaAddress(one.betaCaller ?? '') !== rawBetaAddress(other.betaCaller ?? '')
  );
}
