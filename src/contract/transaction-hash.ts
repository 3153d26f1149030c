/** How the 32 bytes of a hash are written. */
type HashForm = '0x and 64 hex digits' | '64 hex digits' | 'base64 of 32 bytes';

const forms: readonly (readonly [HashForm, RegExp])[] = [
  ['0x and 64 hex digits', /^0x[0-9a-fA-F]{64}$/],
  ['64 hex digits', /^[0-9a-fA-F]{64}$/],
  ['base64 of 32 bytes', /^[A-Za-z0-9+/_-]{43}=?$/],
];

/** The form of a hash; undefined where it has none. */
export function hashFormOf(hash: string): HashForm | undefined {
  return forms.find(([, shape]) => shape.test(hash))?.[0];
}

/** Returns the bytes of a hash as hex digits in lower case, whatever its form; undefined if it has none. */
export function hashBytes(hash: string): string | undefined {
  const form = hashFormOf(hash);
  if (form === undefined) return undefined;
  if (form === 'base64 of 32 bytes') return Buffer.from(hash, 'base64').toString('hex');
  return hash.replace(/^0x/, '').toLowerCase();
}

/** Says in a few words what is wrong with a hash that has no form. The same for each that is wrong in the same way. */
export function hashProblem(hash: string): string {
  if (hash === '') return 'empty';
  if (/^0x[0-9a-fA-F]*$/.test(hash)) return hash.length < 66 ? 'too short' : 'too long';
  if (/^[0-9a-fA-F]+$/.test(hash)) return 'too short, too long or without 0x';
  return /^0X[0-9a-fA-F]{64}$/.test(hash) ? '0X for 0x' : 'no hash';
}
