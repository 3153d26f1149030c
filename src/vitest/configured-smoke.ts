import { currentDeployment, deploymentInUse } from '../deployment/current-deployment.js';
import type { SmokeOptions } from '../smoke/smoke-options.js';
import { withConfigured } from '../smoke/with-configured.js';
import { type ConfiguredProvider, loadConfigHere } from './load-configured.js';

/** Options of a smoke run but for what it asks. */
type GivenOptions = Omit<SmokeOptions, 'deployment'>;

let provider: ConfiguredProvider = () => undefined;

/** Registers where it is found what the configuration says of the deployment that tests run against. */
export function provideConfiguredSmoke(newProvider: ConfiguredProvider): void {
  provider = newProvider;
}

/** Options of a smoke run of the current deployment, and what the configuration says of it where they say nothing. */
export function withConfiguredDeployment(options: GivenOptions): GivenOptions {
  const { request, operationIds, endpoints } = ofCurrentDeployment() ?? {};
  return withConfigured(options, { request, operationIds, endpoints });
}

/** The same with what the configuration says of all smoke runs. */
export async function withConfiguredSettings(options: GivenOptions): Promise<GivenOptions> {
  const loaded = await loadConfigHere();
  return withConfigured(options, { smoke: loaded?.config.smoke });
}

/** What the configuration says, unless the current deployment is another one, or cannot be told: tests then say why. */
function ofCurrentDeployment(): ReturnType<ConfiguredProvider> {
  try {
    const configured = provider();
    const isCurrent =
      configured?.deployment !== undefined && deploymentInUse(configured.deployment) === currentDeployment();
    return isCurrent ? configured : undefined;
  } catch {
    return undefined;
  }
}
