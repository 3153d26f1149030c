import { toWireEnum } from '../../contract/dialect.js';
import type { Check } from '../case/check.js';
import { judgePolls } from './judge-polls.js';

/** So many hashes share a byte by chance only once in 2^43. */
const fewHashes = 7;

export const similarTransactionHashes: Check = {
  name: 'similar-transaction-hashes',
  family: 'meaning',
  severity: 'major',
  about: 'Hashes of different transactions must not all have the same byte at the same place.',
  source: 'section 2.3; a hash of which a part is lost or overwritten: assumption',
  judge: judgePolls(({ state }, earlier, { chains }) => {
    for (const chain of new Set(state.transactions.map(({ blockchainType }) => `${blockchainType}`))) {
      const { count = 0, digits = '', request } = earlier.digitsOf(chain) ?? {};
      const place = digits.slice(2).search(/^(?:..)*?[0-9a-f]{2}/);
      if (count < fewHashes || request === undefined || place < 0) continue;
      return {
        path: 'response.transactions[].hash',
        class: 'the same byte in all',
        message: `expected hashes that differ in each byte, got ${count} of ${toWireEnum(chain, chains)} that are all ${digits}`,
        to: request,
      };
    }
    return undefined;
  }),
};
