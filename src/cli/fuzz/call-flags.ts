import type { Flag } from '../flag.js';
import { text } from '../values/text.js';

/** The flags for calls. Without a target, calls go to arbitrary addresses, which seldom have a contract. */
export const callFlags = {
  target: { usage: '--target <address>', about: 'the contract to call', read: text },
  signature: {
    usage: '--signature <text>',
    about:
      'the function to call, without its header argument: swap(address,uint256) (default: any name and arguments)',
    read: text,
  },
  tokens: {
    usage: '--token <address>',
    about: 'a token to send, or native for the native coin (default: any)',
    read: (given) => (given === 'native' ? '' : text(given)),
    isRepeatable: true,
  },
  accounts: {
    usage: '--account <address>',
    about: 'a source-chain account to call from (default: any)',
    read: text,
    isRepeatable: true,
  },
} satisfies Record<string, Flag>;
