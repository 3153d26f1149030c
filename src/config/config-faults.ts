import { deploymentValueFaults } from '../deployment/deployment-faults.js';
import { endpointsRule } from '../endpoint/endpoints-rule.js';
import {
  concealed,
  listOf,
  nonEmptyText,
  type OptionFault,
  type OptionRule,
  optionFaults,
  typed,
} from '../internal/options.js';
import { printText } from '../internal/print.js';
import { waitRules } from '../polling/wait-options.js';
import { smokeSettingFaults } from '../smoke/smoke-rules.js';
import { deploymentNames, unknownDeployment } from './choose-deployment.js';
import type { ConfiguredOptions, CrosscheckConfig, DeploymentEntry } from './config.js';

const group = concealed(typed('object'));

const configRules: Record<keyof CrosscheckConfig, OptionRule> = {
  deployment: nonEmptyText,
  deployments: group,
  smoke: group,
  fuzz: group,
  wait: group,
};

type OwnOptions = Pick<ConfiguredOptions, 'authorizationEnv' | 'request' | 'operationIds' | 'endpoints'>;

const entryRules: Record<keyof OwnOptions, OptionRule> = {
  authorizationEnv: concealed(variableName),
  request: group,
  operationIds: listOf(nonEmptyText),
  endpoints: endpointsRule,
};

const { onPoll, signal, clock, ...plainWaitRules } = waitRules;

/**
 * Lists what is wrong with a configuration, each fault with the path of its member, and for a name that there is not, the
 * one that was probably meant. What a deployment lacks shows only when it is used: it may come from the environment.
 */
export async function configFaults(config: unknown): Promise<OptionFault[]> {
  if (typeof config !== 'object' || config === null || Array.isArray(config))
    return [{ path: 'the configuration', message: 'must be an object: defineConfig({ … })' }];
  const faults = optionFaults(config, configRules);
  const bad = faults.map(({ path }) => path);
  const { deployments, smoke, fuzz, wait, deployment }: CrosscheckConfig = Object.fromEntries(
    Object.entries(config).filter(([name]) => !bad.includes(name)),
  );
  const entries = Object.entries(deployments ?? {});
  return [
    ...faults,
    ...(await Promise.all(entries.map(([name, entry]) => entryFaults(name, entry)))).flat(),
    // A misspelt group of deployments has none.
    ...(deployment === undefined || faults.length > 0 || deploymentNames(config).includes(deployment)
      ? []
      : [{ path: 'deployment', message: unknownDeployment(deployment, config) }]),
    ...(smoke === undefined ? [] : smokeSettingFaults(smoke, 'smoke')),
    ...(fuzz === undefined ? [] : await fuzzFaults(fuzz)),
    ...(wait === undefined ? [] : optionFaults(wait, plainWaitRules, 'wait')),
  ];
}

async function entryFaults(name: string, entry: DeploymentEntry): Promise<OptionFault[]> {
  const at = `deployments.${printText(name)}`;
  if (entry === 'local') return [];
  if (group(entry) !== undefined)
    return [{ path: at, message: "must be 'local' or an object with the options of a deployment" }];
  const faults = deploymentValueFaults(entry, entryRules);
  if (faults.length > 0) return faults.map(({ path, message }) => ({ path: `${at}.${path}`, message }));
  return entry.request === undefined ? [] : await requestFaults(entry, `${at}.request`);
}

/** Names and types only: which form the texts have, and what is required, the environment may say otherwise. */
async function requestFaults(
  { request, conventions }: Exclude<DeploymentEntry, 'local'>,
  at: string,
): Promise<OptionFault[]> {
  const [{ simulationRequestSchema }, { shapeFaults }] = await Promise.all([
    import('../contract/simulation-request.js'),
    import('../internal/shape-faults.js'),
  ]);
  const schema = simulationRequestSchema({
    requiredRequestFields: [],
    requestValidation: 'off',
    additionalRequestMembers:
      process.env.CROSSCHECK_ADDITIONAL_REQUEST_MEMBERS === 'allow'
        ? 'allow'
        : conventions?.additionalRequestMembers,
  });
  return shapeFaults(schema, request, at);
}

async function fuzzFaults(fuzz: object): Promise<OptionFault[]> {
  const [{ campaignFileSchema }, { shapeFaults }] = await Promise.all([
    import('../fuzz/campaign-file.js'),
    import('../internal/shape-faults.js'),
  ]);
  return shapeFaults(campaignFileSchema, fuzz, 'fuzz');
}

/** Only capital letters: who writes the credential itself there is told so, and it is never printed. */
function variableName(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^[A-Z_][A-Z0-9_]*$/.test(value))
    return 'must be the name of an environment variable in capital letters, such as STAGING_TOKEN';
  return value.startsWith('CROSSCHECK_')
    ? 'must be a variable of yours, such as STAGING_TOKEN: what starts with CROSSCHECK_ is for crosscheck, and CROSSCHECK_AUTHORIZATION counts in any case'
    : undefined;
}
