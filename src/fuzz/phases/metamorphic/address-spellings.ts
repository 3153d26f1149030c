import { formats } from '../../../contract/formats.js';
import { withTexts } from '../../../contract/simulation-request.js';
import type { Variation } from './variation.js';

/** The spellings of an address, by their index. */
const spellingsOf = (name: 'alphaAddress' | 'betaAddress'): Variation => {
  const { name: format, spellings, examples } = formats[name];
  return ({ request }) =>
    spellings(examples[0]).flatMap((_, index) => {
      const respelt = withTexts(
        request,
        ({ name }) => name === format,
        (text) => spellings(text)[index] ?? text,
      );
      return respelt === request ? [] : [() => respelt];
    });
};

/** All destination-chain addresses in lower case, with the checksum, and in upper case. Source: practice. */
export const otherAddressCases = spellingsOf('alphaAddress');

/** All source-chain addresses in one form, for each form in which they are not all already. Source: practice. */
export const otherAddressForms = spellingsOf('betaAddress');
