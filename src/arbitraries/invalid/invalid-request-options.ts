import type { Arbitrary } from 'fast-check';
import { defaultConventions } from '../../contract/conventions.js';
import { type ChainNames, createDialect, type Dialect, neutralChains } from '../../contract/dialect.js';
import type { SimulationRequest } from '../../contract/simulation-request.js';
import type { Deployment } from '../../deployment/deployment.js';
import { UsageError } from '../../errors.js';
import { definedMembers } from '../../internal/objects.js';
import { type OptionRule, oneOf, refuseFaults } from '../../internal/options.js';
import { pathText } from '../../internal/print.js';
import { isArbitrary } from '../drawing/is-arbitrary.js';
import { profileFaults, profileRules } from '../drawing/profile-options.js';
import { nonEmptyListOf, refuseOptions } from '../drawing/refuse-options.js';
import { invalidDraw } from '../request/invalid-draw.js';
import { conventionsOf, type RequestConventions } from '../request/request-constraints.js';
import { simulationRequest } from '../request/simulation-request.js';
import type { FaultRow } from './faults/fault-row.js';
import { faultRows } from './faults/fault-rows.js';
import { type RequestExamples, requestExamples } from './faults/request-examples.js';
import { type RequestFault, requestFaults } from './faults/request-fault.js';

/** What {@link invalidRequest} gives. */
export interface InvalidRequestOptions {
  /** The faults to give. Default: every one that there is under the conventions. */
  readonly faults?: readonly RequestFault[] | undefined;
  /** The deployment to which the requests are sent: its conventions, and its names for the chains. */
  readonly deployment?: Deployment | undefined;
  /** Instead of a deployment: its answers to "not shown". Default: those of practice. */
  readonly conventions?: Partial<RequestConventions> | undefined;
  /** Instead of a deployment: its names for the chains. Default: the neutral ones. */
  readonly chains?: Partial<ChainNames> | undefined;
  /** The valid requests to spoil. Default: `simulationRequest` of the conventions. */
  readonly request?: Arbitrary<SimulationRequest> | undefined;
}

/** What invalid requests are made with. */
export interface SpoilingSettings {
  readonly rows: readonly FaultRow[];
  readonly requests: Arbitrary<SimulationRequest>;
  readonly examples: RequestExamples;
  readonly dialect: Dialect;
}

const arbitrary: OptionRule = (value) => (isArbitrary(value) ? undefined : 'must be an arbitrary');

const rules: Record<keyof InvalidRequestOptions, OptionRule> = {
  ...profileRules,
  faults: nonEmptyListOf(oneOf(...requestFaults)),
  request: arbitrary,
};

/**
 * Completes the options of invalid requests.
 *
 * @throws {UsageError} for an option that is bad or contradicts another.
 */
export function spoilingSettings(options: InvalidRequestOptions): SpoilingSettings {
  refuseOptions('invalidRequest', options, rules, () => profileFaults(options));
  const { deployment, faults } = options;
  const conventions = conventionsOf(options);
  const chains = { ...neutralChains, ...definedMembers(options.chains) };
  const examples = requestExamples(conventions);
  const rows = faultRows(conventions, examples);
  if (faults) refuseMissingFaults(faults, rows, conventions);
  if (options.request) refuseInvalid(options.request, conventions);
  return {
    rows: faults ? rows.filter(({ fault }) => faults.includes(fault)) : rows,
    requests: options.request ?? simulationRequest({ conventions }),
    examples,
    dialect: deployment?.dialect ?? createDialect(chains, defaultConventions),
  };
}

function refuseMissingFaults(
  faults: readonly RequestFault[],
  rows: readonly FaultRow[],
  { requestValidation, additionalRequestMembers, duplicateRequestMembers }: RequestConventions,
): void {
  const missing = faults.filter((fault) => !rows.some((row) => row.fault === fault));
  const why = (fault: RequestFault): string => {
    if (fault === 'missing') return 'where requiredRequestFields is empty';
    if (fault === 'extra-field' || fault === 'proto-key')
      return `where additionalRequestMembers is ${additionalRequestMembers}`;
    if (fault === 'duplicate-key') return `where duplicateRequestMembers is ${duplicateRequestMembers}`;
    return `where requestValidation is ${requestValidation}: any text goes`;
  };
  refuseFaults(
    'invalidRequest was given faults that are none under the conventions',
    missing.map((fault) => ({ path: 'faults', message: `has ${fault}, which there is not ${why(fault)}` })),
  );
}

function refuseInvalid(requests: Arbitrary<SimulationRequest>, conventions: RequestConventions): void {
  const invalid = invalidDraw(requests, conventions);
  if (invalid === undefined) return;
  throw new UsageError(
    'invalidRequest was given a request that gives some which are not valid without any fault',
    invalid.issues.map(({ path, message }) => `request ${pathText(path)} ${message}`),
  );
}
