import { deploymentOptions } from '../../deployment/deployment.js';
import { text } from '../../internal/options.js';
import { flagsOf } from '../flags-of.js';
import { chainNames } from '../values/chain-names.js';
import { httpUrl } from '../values/http-url.js';

const { simulatorUrl, observerUrl, chains, name } = deploymentOptions.shape;

/** The flags that select the deployment of a command. They take precedence over the environment and the configuration. */
export const targetFlags = flagsOf(
  {
    deployment: text().meta({
      flag: '--deployment <name>',
      description:
        'a deployment of the configuration (default: CROSSCHECK_DEPLOYMENT, or the one that it chooses)',
    }),
    configFile: text().meta({
      flag: '--config-file <file>',
      description:
        'the configuration (default: CROSSCHECK_CONFIG, or crosscheck.config.ts, .js or .json here or above)',
    }),
    simulatorUrl,
    observerUrl,
    controlUrl: text().meta({
      flag: '--control-url <url>',
      description:
        'control URL of a local deployment, in the place of both: fuzz calls its contracts, fuzz and smoke poll its operations; no credentials are sent',
      secret: true,
    }),
    chains,
    name,
  },
  { simulatorUrl: httpUrl, observerUrl: httpUrl, controlUrl: httpUrl, chains: chainNames },
);
