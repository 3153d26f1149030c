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
        'a deployment of the configuration file (default: CROSSCHECK_DEPLOYMENT, or the one that the file selects)',
    }),
    configFile: text().meta({
      flag: '--config-file <file>',
      description:
        'the configuration file (default: CROSSCHECK_CONFIG, or crosscheck.config.ts, .js or .json in this folder or a parent)',
    }),
    simulatorUrl,
    observerUrl,
    controlUrl: text().meta({
      flag: '--control-url <url>',
      description:
        'control URL of a local deployment, instead of both URLs: fuzz calls its contracts, fuzz and smoke poll its operations; sends no credentials',
      secret: true,
    }),
    chains,
    name,
  },
  { simulatorUrl: httpUrl, observerUrl: httpUrl, controlUrl: httpUrl, chains: chainNames },
);
