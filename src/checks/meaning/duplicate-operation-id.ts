import { rawBetaAddress } from '../../contract/addresses.js';
import type { Conventions } from '../../contract/conventions.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import { formatText } from '../../internal/print.js';
import type { Check, Violation } from '../case/check.js';
import { judgeSimulations } from '../case/judge-each.js';
import type { ObservedCase } from '../case/observation.js';
import { firstRepeatedText } from './repeated-text.js';

const path = 'response.outMessages[].operationId';

const judgeEachAnswer = judgeSimulations(({ outMessages }) => {
  const repeated = firstRepeatedText(outMessages, ({ operationId }) => operationId);
  if (repeated === undefined) return undefined;
  return {
    path,
    class: 'repeated',
    message: `expected a different operation id for each outgoing message, got ${formatText(repeated)} twice`,
  };
});

export const duplicateOperationId: Check = {
  name: 'duplicate-operation-id',
  family: 'meaning',
  severity: 'critical',
  about:
    'Two outgoing messages must not have the same operation id, neither in one simulation nor in calls that differ in shards key or caller.',
  source:
    'section 2.2; that an id belongs to one message: assumption; that it depends on the shards key and caller: assumption, the convention operationIds',
  judge: (observed, context) => [
    ...judgeEachAnswer(observed, context),
    ...sharedIds(observed, context.conventions),
  ],
};

/** Ids that simulations of calls have in common that must not share one. */
function sharedIds({ observations }: ObservedCase, { operationIds }: Conventions): Violation[] {
  if (observations.length < 2) return [];
  const owners = new Map<string, LooseSimulationRequest>();
  return observations.flatMap(({ request: { expect }, answer }, at) => {
    if (expect.kind !== 'simulated') return [];
    const ids = (answer?.simulation?.outMessages ?? []).flatMap(({ operationId }) => operationId || []);
    const shared = ids.find((id) => {
      const owner = owners.get(id.toLowerCase());
      if (owner === undefined) owners.set(id.toLowerCase(), expect.request);
      return owner !== undefined && mustDiffer(owner, expect.request, operationIds);
    });
    if (shared === undefined) return [];
    const message = `expected operation ids to differ from those of a call with another shards key or caller, got ${formatText(shared)} again`;
    return [{ at, path, class: 'of unrelated calls', message }];
  });
}

/** Where it is not known what ids follow, they may come of the caller or of the shards key alone. */
function mustDiffer(
  one: LooseSimulationRequest,
  other: LooseSimulationRequest,
  operationIds: Conventions['operationIds'],
): boolean {
  const isOtherKey = one.shardsKey !== other.shardsKey;
  const isOtherCaller = rawBetaAddress(one.betaCaller ?? '') !== rawBetaAddress(other.betaCaller ?? '');
  return operationIds === 'message' ? isOtherKey || isOtherCaller : isOtherKey && isOtherCaller;
}
