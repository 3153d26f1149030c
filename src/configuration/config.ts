import { z } from 'zod';
import { type ChainNames, neutralChains, neutralRequest, wireFields, wirePath } from '../contract/dialect.js';
import { type Extension, extensionIssues, type OnSimulate } from '../contract/extension.js';
import {
  type LooseSimulationRequest,
  type SimulationRequestSchema,
  simulationRequestSchema,
} from '../contract/simulation-request.js';
import { type DeploymentOptions, deploymentIssues, deploymentOptions } from '../deployment/deployment.js';
import { type Environment, readChains, variableText } from '../deployment/environment.js';
import { customEndpoints } from '../endpoint/define-endpoint.js';
import type { PlainCampaignOptions } from '../fuzz/model/campaign-options.js';
import { closest } from '../internal/closest.js';
import { isObject } from '../internal/objects.js';
import {
  anyObject,
  checkedValue,
  list,
  type OptionIssue,
  optionIssues,
  text,
  valueWhere,
} from '../internal/options.js';
import { formatText, formatValue } from '../internal/print.js';
import { type WaitOptions, waitShape } from '../polling/wait-options.js';
import { type SmokeSettings, smokeSettings } from '../smoke/smoke-options.js';

/** An extension, or the path of a module whose default export is one, relative to the configuration. */
const extensionOrModule = valueWhere<Extension | string>(
  (value) => isObject(value) || (typeof value === 'string' && value !== ''),
  'must be an object of zod shapes, or the path of a module that exports one',
)
  .meta({ type: 'string', minLength: 1 })
  .optional()
  .meta({ secret: true });

/** A request in a configuration. It may have the members of an extension, and the names of the deployment. */
export type ConfiguredRequest =
  | LooseSimulationRequest
  | (LooseSimulationRequest &
      AdditionalMembers & {
        readonly alphaCallParams?: AdditionalMembers;
        readonly betaAssets?: readonly AdditionalMembers[];
      });

type AdditionalMembers = Readonly<Record<string, unknown>>;

const entryShape = {
  /** Base URL of the simulator (section 1). Default: that of the observer. */
  simulatorUrl: deploymentOptions.shape.simulatorUrl.optional().meta({ secret: true }),
  /** Base URL of the observer (section 1). Default: that of the simulator. */
  observerUrl: deploymentOptions.shape.observerUrl.optional().meta({ secret: true }),
  /**
   * Name of the environment variable that holds the whole `Authorization` header, such as `STAGING_TOKEN`. It is read
   * when the deployment is used, which fails when it is not set. Default: none (section 5: not shown).
   */
  authorizationEnv: checkedValue<string>(variableNameIssue)
    .meta({ type: 'string', pattern: '^(?!CROSSCHECK_)[A-Z_][A-Z0-9_]*$' })
    .optional()
    .meta({ secret: true }),
  /** A call that is known to be valid there, with neutral names or those of the deployment. Default: none. */
  request: anyObject<ConfiguredRequest>().optional().meta({ secret: true }),
  /** The ids of operations that the deployment knows. Default: none. */
  operationIds: list(text()).optional(),
  /** Custom endpoints of the deployment, created with `defineEndpoint`. Default: none. */
  endpoints: customEndpoints.optional().meta({ secret: true }),
  /** The members beyond the interface, or the path of a module with them. Default: those of the configuration. */
  extend: extensionOrModule,
};

/** The options of a deployment in a configuration file. */
export const entryOptions = deploymentOptions.extend(entryShape);

/** The options of a deployment in `crosscheck.config` that tests do not start. */
export interface ConfiguredOptions
  extends Omit<DeploymentOptions, 'simulatorUrl' | 'observerUrl' | 'extend'>,
    Readonly<z.input<z.ZodObject<typeof entryShape>>> {}

/** A deployment of a configuration: its options, or `local` for one that tests start. */
export type DeploymentEntry = 'local' | ConfiguredOptions;

const { onPoll: _, signal: __, clock: ___, ...plainWaitShape } = waitShape;
/** The options of waits in a configuration file. */
export const plainWaitOptions = z.strictObject(plainWaitShape);

/** The options of a wait that can be written as JSON. */
export type WaitConfig = Omit<WaitOptions, 'onPoll' | 'signal' | 'clock'>;

/** The options of a smoke run that can be written as JSON. */
export type SmokeConfig = SmokeSettings;

/** The options of a campaign that can be written as JSON. Paths are relative to the folder of the configuration. */
export type FuzzConfig = PlainCampaignOptions;

const configShape = {
  /** The JSON schema of the file, with which editors complete and check it. Default: none. */
  $schema: text().optional(),
  /** Which deployment is meant when nobody names one. Default: the only one. */
  deployment: text().optional(),
  /** The deployments by name; `local` is known without being listed. */
  deployments: anyObject<Readonly<Record<string, DeploymentEntry>>>().optional().meta({ secret: true }),
  /**
   * The members that the deployments have beyond the interface, the local one included; or the path of a module whose
   * default export has them, relative to the configuration. `onSimulate` of a module is that of the local deployment.
   * Default: none.
   */
  extend: extensionOrModule,
  /** Options of `crosscheck smoke` and `defineSmokeSuite(currentDeployment)`, for every deployment. */
  smoke: smokeSettings.optional(),
  /** Options of `crosscheck fuzz`, for every deployment. Tests pass theirs to the call. */
  fuzz: anyObject<FuzzConfig>().optional(),
  /** Options of `crosscheck wait`, for every deployment. Tests pass theirs to the call. */
  wait: plainWaitOptions.optional(),
};

/** The content of a configuration file. */
export const configOptions = z.strictObject(configShape);

/** What a configuration file says: the deployments of a project by name, and how to test them. */
export interface CrosscheckConfig extends Readonly<z.input<z.ZodObject<typeof configShape>>> {}

/** A configuration with the file that it comes from. */
export interface LoadedConfig {
  /** Absolute path; undefined of a configuration that was made in code. */
  readonly file?: string | undefined;
  readonly config: CrosscheckConfig;
  /** What the module of `CROSSCHECK_EXTEND`, or of the configuration, exports. */
  readonly extension?: LoadedExtension | undefined;
}

/** The exports of an extension module. */
export interface LoadedExtension {
  /** Its default export. */
  readonly extend: Extension;
  /** Computes members of answers of the local deployment. */
  readonly onSimulate?: OnSimulate | undefined;
}

/**
 * Returns a configuration unchanged, with its type, for the default export of `crosscheck.config.ts`. It is checked when
 * it is loaded.
 *
 * @example
 * import { defineConfig } from 'crosscheck';
 *
 * export default defineConfig({
 *   deployment: 'local',
 *   deployments: {
 *     local: 'local',
 *     staging: {
 *       simulatorUrl: 'https://simulator.staging.example.org',
 *       observerUrl: 'https://observer.staging.example.org/v1',
 *       authorizationEnv: 'STAGING_TOKEN',
 *     },
 *   },
 * });
 */
export function defineConfig(config: CrosscheckConfig): CrosscheckConfig {
  return config;
}

/** Returns the names of the selectable deployments: those of the configuration, and `local`. */
export function deploymentNames({ deployments = {} }: CrosscheckConfig): string[] {
  return [...new Set([...Object.keys(deployments), 'local'])];
}

/** Returns the message for an unknown deployment, with a suggestion. */
export function unknownDeployment(name: string, config: CrosscheckConfig): string {
  const known = deploymentNames(config);
  const meant = closest(name, known);
  const hint = meant === undefined ? '' : `; did you mean ${formatText(meant)}?`;
  return `must be one of ${known.map((other) => formatText(other)).join(', ')}, got ${formatValue(name)}${hint}`;
}

/**
 * Returns the issues of a configuration with their paths, and suggestions for unknown names. Missing options of a
 * deployment are only reported when it is used, because the environment may provide them.
 */
export async function configIssues(config: unknown, env: Environment): Promise<OptionIssue[]> {
  if (!isObject(config))
    return [{ path: 'the configuration', message: 'must be an object: defineConfig({ … })' }];
  const issues = optionIssues(configOptions, config).map(withoutWholeGroup);
  const { deployment, deployments, extend, fuzz } = config as CrosscheckConfig;
  const isListed = isObject(deployments);
  return [
    ...issues,
    ...(isObject(extend) ? extensionIssues(extend, neutralChains) : []).map(({ path, message }) => ({
      path: path === '' ? 'extend' : `extend.${path}`,
      message,
    })),
    ...(isListed
      ? Object.entries(deployments).flatMap(([name, entry]) => entryIssues(name, entry, extend, env))
      : []),
    // With a misspelt `deployments`, every name would be unknown.
    ...(typeof deployment !== 'string' || issues.length > 0 || deploymentNames(config).includes(deployment)
      ? []
      : [{ path: 'deployment', message: unknownDeployment(deployment, config) }]),
    ...(isObject(fuzz) ? await fuzzIssues(fuzz) : []),
  ];
}

/** Removes the received value from issues of whole groups: it may be a credential. */
function withoutWholeGroup(issue: OptionIssue): OptionIssue {
  return issue.path in configShape ? { ...issue, message: issue.message.replace(/, got .*/s, '') } : issue;
}

function entryIssues(
  name: string,
  entry: unknown,
  extend: CrosscheckConfig['extend'],
  env: Environment,
): OptionIssue[] {
  const at = `deployments.${formatText(name)}`;
  if (entry === 'local') return [];
  if (!isObject(entry))
    return [{ path: at, message: "must be 'local' or an object with the options of a deployment" }];
  const issues = deploymentIssues(entry, entryOptions);
  if (issues.length > 0) return issues.map(({ path, message }) => ({ path: `${at}.${path}`, message }));
  const options: ConfiguredOptions = entry;
  return looseRequestIssues({ ...options, extend: options.extend ?? extend }, env, `${at}.request`);
}

/**
 * Checks only names and types: the environment may change formats and required fields. It may also name the chains, if
 * it means this deployment. With an extension, which the environment may name too, other names are checked when the
 * deployment is used.
 */
function looseRequestIssues(
  { request, conventions, chains, extend }: ConfiguredOptions,
  env: Environment,
  at: string,
): OptionIssue[] {
  if (request === undefined) return [];
  const isExtended = extend !== undefined || variableText(env, 'CROSSCHECK_EXTEND') !== undefined;
  const schema = simulationRequestSchema({
    requiredRequestFields: [],
    requestValidation: 'off',
    additionalRequestMembers:
      isExtended || variableText(env, 'CROSSCHECK_ADDITIONAL_REQUEST_MEMBERS') === 'allow'
        ? 'allow'
        : conventions?.additionalRequestMembers,
  });
  const { alpha = neutralChains.alpha, beta = neutralChains.beta } = chains ?? {};
  const configured = requestIssues(request, schema, { alpha, beta }, at);
  const text = variableText(env, 'CROSSCHECK_CHAINS');
  if (configured.length === 0 || text === undefined) return configured;
  const ofVariable = requestIssues(request, schema, readChains(text, 'CROSSCHECK_CHAINS'), at);
  return ofVariable.length === 0 ? [] : configured;
}

/** Returns the issues of a configured request in the names that it has: neutral ones, or those of the deployment. */
export function requestIssues(
  request: LooseSimulationRequest,
  schema: SimulationRequestSchema,
  chains: ChainNames,
  at: string,
): OptionIssue[] {
  const given = request as Readonly<Record<string, unknown>>;
  const twice = [...wireFields(chains)].find(
    ([neutral, wire]) => neutral !== wire && Object.hasOwn(given, neutral) && Object.hasOwn(given, wire),
  );
  if (twice !== undefined)
    return [{ path: at, message: `has ${twice.join(' and ')}, which are the same; use only one` }];
  const issues = optionIssues(schema, neutralRequest(given, chains), at);
  const written = (path: string): string =>
    path.replace(/^\.\w+/, (name) =>
      Object.hasOwn(given, name.slice(1)) ? name : `.${wirePath(name.slice(1), chains)}`,
    );
  return issues.map(({ path, message }) => ({
    path: path.startsWith(at) ? at + written(path.slice(at.length)) : path,
    message,
  }));
}

/** Loads the schema of campaigns only if one is configured. */
async function fuzzIssues(fuzz: object): Promise<OptionIssue[]> {
  const { campaignFileSchema } = await import('../fuzz/model/campaign-options.js');
  return optionIssues(campaignFileSchema, fuzz, 'fuzz');
}

/** Allows only capital letters, so that a credential given by mistake is rejected. It is never printed. */
function variableNameIssue(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^[A-Z_][A-Z0-9_]*$/.test(value))
    return 'must be the name of an environment variable in capital letters, such as STAGING_TOKEN';
  return value.startsWith('CROSSCHECK_')
    ? 'must be your own variable, such as STAGING_TOKEN: names with CROSSCHECK_ are reserved'
    : undefined;
}
