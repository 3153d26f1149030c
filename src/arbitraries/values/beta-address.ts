import fc, { type Arbitrary } from 'fast-check';
import {
  type BetaAddress,
  type BetaAddressForm,
  formatBetaAddress,
  friendlyForms,
  parseBetaAddress,
} from '../../contract/addresses.js';
import { type OptionRule, oneOf } from '../../internal/options.js';
import { drawn } from '../drawing/drawn.js';
import { fixedHex } from '../drawing/fixed-hex.js';
import { pick } from '../drawing/pick.js';
import { nonEmptyListOf, refuseOptions } from '../drawing/refuse-options.js';

/** What {@link betaAddress} gives. */
export interface BetaAddressOptions {
  /** Forms to write, simplest first. Default: `raw` and the four friendly forms. */
  readonly forms?: readonly BetaAddressForm[] | undefined;
  /** Workchains to use, simplest first. Default: `0` and `-1`. */
  readonly workchains?: readonly BetaAddress['workchain'][] | undefined;
}

type AddressParts = [form: BetaAddressForm, workchain: BetaAddress['workchain'], hash: string];

const allForms = ['raw', ...friendlyForms] as const;

const workchain: OptionRule = (value) => (value === 0 || value === -1 ? undefined : 'must be 0 or -1');
const rules = { forms: nonEmptyListOf(oneOf(...allForms)), workchains: nonEmptyListOf(workchain) };

/**
 * Gives addresses of the source chain: raw `workchain:64 hex`, and the 48-character friendly forms with a valid
 * checksum. Section 2.1, `betaCaller`; the forms are practice, the two workchains are assumption.
 *
 * @throws {UsageError} for a form or workchain that there is not, or an empty list of them.
 */
export function betaAddress(options: BetaAddressOptions = {}): Arbitrary<string> {
  refuseOptions('betaAddress', options, rules);
  const { forms = allForms, workchains = [0, -1] } = options;
  const { draw, shrinks } = fixedHex(32);
  return drawn(
    (random) => write([pick(random, forms), pick(random, workchains), draw(random)]),
    fc.tuple(fc.constantFrom(...forms), fc.constantFrom(...workchains), shrinks).map(write, read),
  );
}

function write([form, workchain, hash]: AddressParts): string {
  return formatBetaAddress({ form, workchain, hash });
}

function read(text: unknown): AddressParts {
  const address = typeof text === 'string' ? parseBetaAddress(text) : undefined;
  if (address === undefined) throw new TypeError('not an address of the source chain');
  return [address.form, address.workchain, address.hash];
}
