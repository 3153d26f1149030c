import type { SimulationRequest } from '../contract/simulation-request.js';
import type { DeploymentOptions } from '../deployment/deployment.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import type { CampaignFile } from '../fuzz/campaign-file.js';
import type { WaitOptions } from '../polling/wait-options.js';
import type { SmokeSettings } from '../smoke/smoke-options.js';

/** What a configuration file says: the deployments of a project by name, and how to test them. */
export interface CrosscheckConfig {
  /** Which deployment is meant when nobody names one. Default: the only one. */
  readonly deployment?: string | undefined;
  /** The deployments by name; `local` is known without being listed. */
  readonly deployments?: Readonly<Record<string, DeploymentEntry>> | undefined;
  /** Options of `crosscheck smoke`, whichever the deployment. Those of `defineSmokeSuite(currentDeployment)` too. */
  readonly smoke?: SmokeConfig | undefined;
  /** Options of `crosscheck fuzz`, whichever the deployment. Tests give theirs to the call. */
  readonly fuzz?: FuzzConfig | undefined;
  /** Options of `crosscheck wait`, whichever the deployment. Tests give theirs to the call. */
  readonly wait?: WaitConfig | undefined;
}

/** A deployment of a configuration: its options, or `local` for one that tests start. */
export type DeploymentEntry = 'local' | ConfiguredOptions;

/** What a configuration says of a deployment that it does not start. */
export interface ConfiguredOptions extends Omit<DeploymentOptions, 'simulatorUrl' | 'observerUrl'> {
  /** Base URL of the simulator (section 1). Default: that of the observer. */
  readonly simulatorUrl?: string | URL | undefined;
  /** Base URL of the observer (section 1). Default: that of the simulator. */
  readonly observerUrl?: string | URL | undefined;
  /**
   * Name of the environment variable that holds the whole `Authorization` header, such as `STAGING_TOKEN`. It is read
   * when the deployment is used, which fails when it is not set. Default: none (section 5: not shown).
   */
  readonly authorizationEnv?: string | undefined;
  /** A call that is known to be valid there. Default: none. */
  readonly request?: SimulationRequest | undefined;
  /** Ids of operations that it knows. Default: none. */
  readonly operationIds?: readonly string[] | undefined;
  /** Custom endpoints that it has, as `defineEndpoint` gives them. Default: none. */
  readonly endpoints?: readonly Endpoint[] | undefined;
}

/** The options of a smoke run that are plain data. */
export type SmokeConfig = SmokeSettings;

/** The options of a campaign that can be written as JSON. Paths are relative to the folder of the configuration. */
export type FuzzConfig = CampaignFile;

/** The options of a wait that are no callbacks. */
export type WaitConfig = Omit<WaitOptions, 'onPoll' | 'signal' | 'clock'>;

/** A configuration with the file that it comes from. */
export interface LoadedConfig {
  /** Absolute path; undefined of a configuration that was made in code. */
  readonly file?: string | undefined;
  readonly config: CrosscheckConfig;
}
