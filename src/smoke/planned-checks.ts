import { type BuiltInEndpointName, builtInOf } from '../endpoint/built-in.js';
import {
  checkBadAddress,
  checkEmptyBody,
  checkEmptyOperationId,
  checkMissingField,
  checkMissingOperationId,
  checkNotJson,
} from './checks/bad-requests.js';
import { checkClockSkew } from './checks/clock-skew.js';
import { checkInclusionConformance, checkSimulateConformance } from './checks/conformance.js';
import { checkEndpoint } from './checks/custom-endpoint.js';
import { checkKnownOperations } from './checks/known-operations.js';
import { checkInclusionLatency, checkSimulateLatency } from './checks/latency.js';
import { checkObserverReachability, checkSimulatorReachability } from './checks/reachability.js';
import { checkTls } from './checks/tls.js';
import { checkUnknownOperationId } from './checks/unknown-operation-id.js';
import { endpointCheckName, type SmokeCheckName, smokeAbout } from './smoke-check-names.js';
import type { SmokeOutcome, SmokeRun } from './smoke-run.js';

/** A check that has not run yet. */
export interface PlannedCheck {
  readonly name: string;
  readonly about: string;
  /** The endpoint that the check requires. */
  readonly needs?: BuiltInEndpointName | undefined;
  run(run: SmokeRun): Promise<SmokeOutcome> | SmokeOutcome;
}

const checks: Readonly<Record<SmokeCheckName, Pick<PlannedCheck, 'needs' | 'run'>>> = {
  'simulator-reachability': { run: checkSimulatorReachability },
  'observer-reachability': { run: checkObserverReachability },
  tls: { run: checkTls },
  'clock-skew': { run: checkClockSkew },
  'simulate-conformance': { needs: 'simulate', run: checkSimulateConformance },
  'inclusion-conformance': { needs: 'inclusion', run: checkInclusionConformance },
  'empty-body': { needs: 'simulate', run: checkEmptyBody },
  'not-json': { needs: 'simulate', run: checkNotJson },
  'missing-field': { needs: 'simulate', run: checkMissingField },
  'bad-address': { needs: 'simulate', run: checkBadAddress },
  'missing-operation-id': { needs: 'inclusion', run: checkMissingOperationId },
  'empty-operation-id': { needs: 'inclusion', run: checkEmptyOperationId },
  'unknown-operation-id': { needs: 'inclusion', run: checkUnknownOperationId },
  'known-operations': { needs: 'inclusion', run: checkKnownOperations },
  'simulate-latency': { needs: 'simulate', run: checkSimulateLatency },
  'inclusion-latency': { needs: 'inclusion', run: checkInclusionLatency },
};

/** Lists the checks of a run, in the order in which they run. */
export function plannedChecks({ settings }: SmokeRun): PlannedCheck[] {
  const names = Object.keys(smokeAbout) as SmokeCheckName[];
  return [
    ...names.map((name) => ({ name, about: smokeAbout[name], ...checks[name] })),
    ...settings.endpoints.map((endpoint) => ({
      name: endpointCheckName(endpoint),
      about: `The endpoint ${endpoint.name} must be answered as its schema says.`,
      needs: builtInOf[endpoint.server],
      run: (run: SmokeRun) => checkEndpoint(run, endpoint),
    })),
  ];
}
