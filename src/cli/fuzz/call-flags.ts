import type { Flag } from '../flag.js';
import { text } from '../values/text.js';

/** The flags for calls. Without a target, calls go to arbitrary addresses, which seldom have a contract. */
export const callFlags = {
  target: { usage: '--target <address>', about: 'the contract to call', read: text },
  signature: {
    usage: '--signature <text>',
    about: 'its function, of the arguments without the header: swap(address,uint256)',
    read: text,
  },
  tokens: {
    usage: '--token <address>',
    about: 'a token to send; native for the native coin (default: any)',
    read: (given) => (given === 'native' ? '' : text(given)),
    isRepeatable: true,
  },
  accounts: {
    usage: '--account <address>',
    about: 'an account of the source chain that calls (default: any)',
    read: text,
    isRepeatable: true,
  },
} satisfies Record<string, Flag>;
