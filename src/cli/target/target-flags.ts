import type { Flag } from '../flag.js';
import { chainNames } from '../values/chain-names.js';
import { httpUrl } from '../values/http-url.js';
import { text } from '../values/text.js';

/** Which deployment a command talks to; what they do not say, the environment does, and then the configuration. */
export const targetFlags = {
  deployment: {
    usage: '--deployment <name>',
    about: 'a deployment of the configuration (default: CROSSCHECK_DEPLOYMENT, or the one that it chooses)',
    read: text,
  },
  configFile: {
    usage: '--config-file <file>',
    about:
      'the configuration (default: CROSSCHECK_CONFIG, or crosscheck.config.ts, .js or .json here or above)',
    read: text,
  },
  simulatorUrl: {
    usage: '--simulator-url <url>',
    about:
      'base URL of the simulator (default: CROSSCHECK_SIMULATOR_URL, the configuration, or that of the observer)',
    read: httpUrl,
    isConcealed: true,
  },
  observerUrl: {
    usage: '--observer-url <url>',
    about:
      'base URL of the observer (default: CROSSCHECK_OBSERVER_URL, the configuration, or that of the simulator)',
    read: httpUrl,
    isConcealed: true,
  },
  controlUrl: {
    usage: '--control-url <url>',
    about:
      'control URL of a local deployment, in the place of both: its contracts are called, its operations polled; no credentials are sent',
    read: httpUrl,
    isConcealed: true,
  },
  chains: {
    usage: '--chains <names>',
    about:
      'names of the two chains, destination first (default: CROSSCHECK_CHAINS, the configuration, or alpha,beta)',
    read: chainNames,
  },
  name: {
    usage: '--name <name>',
    about: 'how reports call it (default: its name in the configuration, or its host)',
    read: text,
  },
} satisfies Record<string, Flag>;
