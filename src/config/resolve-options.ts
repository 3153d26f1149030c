import { basename } from 'node:path';
import type { DeploymentOptions } from '../deployment/deployment.js';
import { type Environment, optionsFromEnv } from '../deployment/deployment-from-env.js';
import { type ChosenDeployment, chooseDeployment } from './choose-deployment.js';
import type { ConfiguredOptions, LoadedConfig } from './config.js';
import { flagLayer, type OptionLayer, type Source, variableLayer } from './option-layers.js';
import { plainOptions } from './plain-options.js';
import { resolveHeaders, withoutCredentials } from './resolve-headers.js';

/** The options of a deployment that flags can give. */
export type FlagOptions = Partial<
  Pick<DeploymentOptions, 'name' | 'simulatorUrl' | 'observerUrl' | 'chains'>
>;

/** What a deployment is chosen and put together from, beside the configuration. */
export interface DeploymentSurroundings {
  /** Name of a deployment of the configuration, as `--deployment` gives it. */
  readonly deployment?: string | undefined;
  /** Default: `process.env`. */
  readonly env?: Environment | undefined;
  /** Options that count before all others. */
  readonly flags?: FlagOptions | undefined;
  /**
   * Whether it answers from a recording, so that no credentials are needed. Default: in Vitest whether
   * `CROSSCHECK_REPLAY` is set, elsewhere false.
   */
  readonly isReplayed?: boolean | undefined;
}

/** The options of the deployment that is meant, from everywhere, before they are checked together. */
export interface ResolvedOptions {
  /** Undefined of a deployment that the environment or flags define. */
  readonly chosen: ChosenDeployment | undefined;
  readonly isLocal: boolean;
  /** What the configuration says of it; empty when it says nothing. */
  readonly configured: ConfiguredOptions;
  readonly options: Partial<DeploymentOptions>;
  readonly sources: Readonly<Record<string, Source>>;
  /** The variable that should hold the credentials, and is not set. */
  readonly missingCredentials: string | undefined;
}

/**
 * Puts the options of the deployment that is meant together: flags count before variables, variables before the
 * configuration, and that before the defaults, for each option by itself. Gives undefined when none is meant.
 *
 * @param isNeeded - Whether one must be meant where the configuration has several.
 * @throws {UsageError} when it cannot be told which is meant, or a variable is unknown or cannot be read.
 */
export function resolveOptions(
  loaded: LoadedConfig | undefined,
  surroundings: DeploymentSurroundings,
  isNeeded = true,
): ResolvedOptions | undefined {
  const { deployment, env = process.env, flags = {} } = surroundings;
  const ofVariables = optionsFromEnv(env);
  const hasUrl = [flags, ofVariables].some(({ simulatorUrl, observerUrl }) => simulatorUrl ?? observerUrl);
  const chosen = chooseDeployment(loaded, { deployment, env, hasUrl, isNeeded });
  if (chosen === undefined && !hasUrl) return undefined;
  const isLocal = chosen?.entry === 'local' && !hasUrl;
  const configured = chosen === undefined || chosen.entry === 'local' ? {} : chosen.entry;
  const file: Source = loaded?.file === undefined ? 'configuration' : basename(loaded.file);
  const layers: readonly OptionLayer[] = [
    flagLayer(flags),
    variableLayer(ofVariables),
    // Its name there is its name, where nothing says otherwise.
    { options: { name: chosen?.name, ...configured }, sourceOf: () => file },
  ];
  const plain = plainOptions(layers);
  const isElsewhere = asksElsewhere(configured, plain.options);
  const { headers, sources, missing } = resolveHeaders(
    {
      configured: isElsewhere ? withoutCredentials(configured.headers) : configured.headers,
      file,
      authorizationEnv: isElsewhere ? undefined : configured.authorizationEnv,
      ofVariables: ofVariables.headers,
    },
    env,
  );
  const known = (['request', 'operationIds', 'endpoints'] as const).map((path) => [
    path,
    configured[path] === undefined ? 'default' : file,
  ]);
  return {
    chosen,
    isLocal,
    configured,
    options: { ...plain.options, ...(headers !== undefined && { headers }) },
    sources: { ...plain.sources, ...sources, ...Object.fromEntries(known) },
    missingCredentials: missing,
  };
}

/**
 * Tells whether a flag or a variable gives a URL of a server that the configuration does not name for its deployment. The
 * credentials of one are not for the other, whose own come from variables.
 */
function asksElsewhere(configured: ConfiguredOptions, options: ConfiguredOptions): boolean {
  const known = originsOf(configured);
  return known.length > 0 && originsOf(options).some((origin) => !known.includes(origin));
}

/** Nothing of what is no URL, which is refused elsewhere. */
function originsOf({
  simulatorUrl,
  observerUrl,
}: Pick<ConfiguredOptions, 'simulatorUrl' | 'observerUrl'>): string[] {
  const urls = [simulatorUrl, observerUrl].map(String).filter((url) => URL.canParse(url));
  return urls.map((url) => new URL(url).origin);
}
