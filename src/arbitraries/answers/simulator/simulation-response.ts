import type { Arbitrary } from 'fast-check';
import type { SimulationVerdict } from '../../../checks/simulation-verdict.js';
import type { Simulation, SimulationResponse } from '../../../contract/responses.js';
import { oneOf, typed } from '../../../internal/options.js';
import { drawn } from '../../drawing/drawn.js';
import { members } from '../../drawing/members.js';
import { pick } from '../../drawing/pick.js';
import { refuseOptions } from '../../drawing/refuse-options.js';
import { forgetful } from '../forgetful.js';
import { alwaysThere, type Presence, sometimesThere } from '../presence.js';
import { isConsistent, simulationOf } from './simulation-of.js';

/** What {@link simulationResponse} gives. */
export interface SimulationResponseOptions {
  /** Only answers with this verdict; `none` has no `simulationStatus`. Default: all three. */
  readonly verdict?: SimulationVerdict | undefined;
  /** Every field is there, and none is null; arrays may be empty. Default: false. */
  readonly complete?: boolean | undefined;
}

const verdicts = ['success', 'failure', 'none'] as const satisfies readonly SimulationVerdict[];
const rules = { verdict: oneOf(...verdicts), complete: typed('boolean') };
const contradiction = {
  path: 'complete',
  message: 'contradicts verdict, which is none: without a verdict simulationStatus is left out',
};

/**
 * Gives bodies of a simulation's answer, to test what reads them: every field absent or there, null where it may be,
 * arrays empty and filled, integers beyond 2^53 as bigints, texts of many bytes a character. A true verdict has no
 * error text, and gas above 0 where gas is there; a false one has a text; messages go out only on success (assumption).
 * Fee fields do not add up, and addresses are nobody's. `jsonText` of `crosscheck/contract` writes a body. Section 2.2.
 *
 * @throws {UsageError} for an option that is unknown or bad, and for `complete` without a verdict.
 * @example
 * import { simulationResponse } from 'crosscheck/arbitraries';
 * import { jsonText } from 'crosscheck/contract';
 * import fc from 'fast-check';
 *
 * fc.assert(fc.property(simulationResponse({ verdict: 'failure' }), (body) => jsonText(body).includes('false')));
 */
export function simulationResponse(options: SimulationResponseOptions = {}): Arbitrary<SimulationResponse> {
  const isContradiction = options?.complete === true && options.verdict === 'none';
  refuseOptions('simulationResponse', options, rules, () => (isContradiction ? [contradiction] : []));
  const { verdict, complete = false } = options;
  const presence = complete ? alwaysThere : sometimesThere;
  const response =
    verdict === undefined ? simulationOfSomeVerdict(presence, complete) : simulationOf(verdict, presence);
  return members<SimulationResponse>({ response });
}

/** Shrinks across the verdicts: what fails for a true one may be simpler without any. */
function simulationOfSomeVerdict(presence: Presence, complete: boolean): Arbitrary<Simulation> {
  const [success, failure, none] = verdicts.map((verdict) => simulationOf(verdict, presence));
  const shares = [
    ...[success, success, success, success],
    ...[failure, failure],
    complete ? failure : none,
  ] as Arbitrary<Simulation>[];
  return drawn(
    (random) => pick(random, shares).generate(random, undefined).value,
    forgetful(simulationOf('any', presence).filter(isConsistent)),
  );
}
