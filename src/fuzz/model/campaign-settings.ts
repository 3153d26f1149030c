import { randomInt } from 'node:crypto';
import type { Arbitrary } from 'fast-check';
import type { z } from 'zod';
import { simulationRequest } from '../../arbitraries/endpoint/simulation-request.js';
import type { FuzzedCall } from '../../case/case-plan.js';
import type { Check } from '../../checks/check.js';
import { knownChecks } from '../../checks/known-checks.js';
import type { Deployment } from '../../deployment/deployment.js';
import { operationIdIssues } from '../../deployment/operation-ids.js';
import type { Endpoint } from '../../endpoint/endpoint.js';
import { type Clock, realClock } from '../../internal/clock.js';
import { parseOptions, usageError } from '../../internal/options.js';
import {
  type CallArbitrary,
  type CampaignOptions,
  campaignOptions,
  checkedCall,
  type PhaseSelection,
  phaseSelection,
} from './campaign-options.js';

/** Campaign options with every default filled in. */
export interface CampaignSettings
  extends Readonly<
    Omit<
      z.output<typeof campaignOptions>,
      | 'seed'
      | 'durationMs'
      | 'phases'
      | 'skipChecks'
      | 'calls'
      | 'endpoints'
      | 'fuzzUnsafe'
      | 'corpus'
      | 'clock'
    >
  > {
  readonly seed: number;
  readonly durationMs: number | undefined;
  readonly phases: PhaseSelection;
  readonly checks: readonly Check[];
  readonly calls: Arbitrary<FuzzedCall>;
  /** Whether the user named them. */
  readonly areCallsGiven: boolean;
  /** Custom endpoints that may be called. */
  readonly endpoints: readonly Endpoint[];
  /** Those that may not, because they are not read-only. */
  readonly unsafeEndpoints: readonly Endpoint[];
  readonly corpus: string | undefined;
  readonly clock: Clock;
}

/**
 * Returns the settings of a campaign: its options with the defaults.
 *
 * @throws {UsageError} that names every option that is unknown or invalid.
 */
export function campaignSettings(options: CampaignOptions): CampaignSettings {
  const { skipChecks, corpus, phases, endpoints, fuzzUnsafe, calls, ...given } = parseOptions(
    'The campaign has invalid options',
    campaignOptions,
    options,
  );
  const issues = operationIdIssues(given.operationIds, given.deployment.conventions);
  if (issues.length > 0) throw usageError('The campaign has invalid options', issues);
  const { deployment, seed = randomInt(2 ** 31), durationMs, clock = realClock } = given;
  return {
    ...given,
    seed,
    durationMs,
    clock,
    calls:
      calls === undefined
        ? simulationRequest({ deployment }).map((request) => ({ request }))
        : checkedCalls(calls, deployment),
    areCallsGiven: calls !== undefined,
    endpoints: endpoints.filter(({ readOnly }) => readOnly || fuzzUnsafe),
    unsafeEndpoints: endpoints.filter(({ readOnly }) => !readOnly && !fuzzUnsafe),
    phases: phaseSelection(phases),
    checks: knownChecks.filter(({ name }) => !skipChecks.some((skipped) => skipped === name)),
    corpus: corpus || undefined,
  };
}

/** Returns the calls of the user. The type of the option needs no fast-check; its schema has checked that it is an arbitrary. */
function checkedCalls(calls: CallArbitrary, deployment: Deployment): Arbitrary<FuzzedCall> {
  return (calls as unknown as Arbitrary<FuzzedCall>).map(
    (call) => checkedCall(call, deployment),
    (call) => call as FuzzedCall,
  );
}
