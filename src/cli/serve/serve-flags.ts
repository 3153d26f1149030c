import { realClock } from '../../internal/clock.js';
import { localShape } from '../../local/local-options.js';
import { flagsOf } from '../flags-of.js';
import { chainNames } from '../values/chain-names.js';
import { httpUrl } from '../values/http-url.js';
import { oneOf } from '../values/one-of.js';
import { texts } from '../values/text.js';
import { readAccount } from './read-account.js';
import { readContract } from './read-contract.js';
import { readFault } from './read-fault.js';
import { readFundedAccount } from './read-funded-account.js';
import { readToken } from './read-token.js';

/** The flags of `crosscheck serve`: every option of a local deployment that can be written as text. */
export const serveFlags = flagsOf(localShape, {
  chains: chainNames,
  'conventions.stages': texts,
  'conventions.blockchainTypes': texts,
  'conventions.requiredRequestFields': texts,
  clock: (given) => (oneOf('real', 'manual')(given) === 'manual' ? 'manual' : realClock),
  rpcUrl: httpUrl,
  forkUrl: httpUrl,
  deploy: readContract,
  tokens: readToken,
  fund: readFundedAccount,
  accounts: readAccount,
  faults: readFault,
});
