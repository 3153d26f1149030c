import { randomInt } from 'node:crypto';
import type { Arbitrary } from 'fast-check';
import { simulationRequest } from '../arbitraries/simulation-request.js';
import type { Check, CheckLimits } from '../checks/case/check.js';
import { knownChecks } from '../checks/known-checks.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import { type Clock, realClock } from '../internal/clock.js';
import { definedMembers } from '../internal/objects.js';
import { campaignDefaults } from './campaign-defaults.js';
import type { Shard } from './campaign-event.js';
import type { CampaignOptions } from './campaign-options.js';
import { refuseBadCampaign } from './campaign-rules.js';
import type { FuzzedCall } from './fuzzed-call.js';
import { type AskedPhases, askedPhases } from './phases/asked-phases.js';

/** Campaign options with every default filled in. */
export interface CampaignSettings
  extends Pick<CampaignOptions, 'deployment' | 'baseline' | 'report' | 'onEvent' | 'signal'> {
  readonly seed: number;
  readonly cases: number;
  readonly timeMs: number | undefined;
  readonly maxFindings: number;
  readonly concurrency: number;
  readonly ratePerSecond: number | 'auto';
  readonly phases: AskedPhases;
  readonly checks: readonly Check[];
  readonly limits: CheckLimits;
  readonly calls: Arbitrary<FuzzedCall>;
  readonly operationIds: readonly string[];
  /** Custom endpoints that may be called. */
  readonly endpoints: readonly Endpoint[];
  /** Those that may not, because they are not read-only. */
  readonly unsafeEndpoints: readonly Endpoint[];
  readonly shrinkRuns: number;
  readonly reruns: number;
  readonly corpus: string | undefined;
  readonly shard: Shard;
  readonly mostUnseen: number;
  readonly reachMs: number;
  readonly clock: Clock;
}

/**
 * Fills in the defaults.
 *
 * @throws {UsageError} that names every option that is unknown or bad.
 */
export function campaignSettings(options: CampaignOptions): CampaignSettings {
  refuseBadCampaign(options);
  const { deployment } = options;
  const drawn = {
    seed: randomInt(2 ** 31),
    calls: simulationRequest({ deployment }).map((request) => ({ request })),
    clock: realClock,
  };
  const { skipChecks, corpus, phases, limits, endpoints, fuzzUnsafe, ...given } = {
    ...campaignDefaults,
    ...drawn,
    ...definedMembers(options),
  };
  return {
    ...given,
    deployment,
    // The types of the options need no fast-check, its rule has looked.
    calls: given.calls as Arbitrary<FuzzedCall>,
    endpoints: endpoints.filter(({ readOnly }) => readOnly || fuzzUnsafe),
    unsafeEndpoints: endpoints.filter(({ readOnly }) => !readOnly && !fuzzUnsafe),
    phases: askedPhases(phases),
    checks: knownChecks.filter(({ name }) => !skipChecks.some((skipped) => skipped === name)),
    limits: { ...campaignDefaults.limits, ...definedMembers(limits) },
    corpus: corpus || undefined,
  };
}
