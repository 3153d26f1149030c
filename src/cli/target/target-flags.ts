import type { Flag } from '../flag.js';
import { chainNames } from '../values/chain-names.js';
import { httpUrl } from '../values/http-url.js';
import { text } from '../values/text.js';

/** Which deployment a command talks to; what they do not say, the environment does. */
export const targetFlags = {
  simulatorUrl: {
    usage: '--simulator-url <url>',
    about: 'base URL of the simulator (default: CROSSCHECK_SIMULATOR_URL, or that of the observer)',
    read: httpUrl,
    isConcealed: true,
  },
  observerUrl: {
    usage: '--observer-url <url>',
    about: 'base URL of the observer (default: CROSSCHECK_OBSERVER_URL, or that of the simulator)',
    read: httpUrl,
    isConcealed: true,
  },
  controlUrl: {
    usage: '--control-url <url>',
    about:
      'control URL of a local deployment, in the place of both: its contracts are called, its operations polled',
    read: httpUrl,
    isConcealed: true,
  },
  chains: {
    usage: '--chains <names>',
    about: 'names of the two chains, destination first (default: CROSSCHECK_CHAINS, or alpha,beta)',
    read: chainNames,
  },
  name: { usage: '--name <name>', about: 'how reports call it (default: its host)', read: text },
} satisfies Record<string, Flag>;
