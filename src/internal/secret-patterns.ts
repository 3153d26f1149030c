import type { MarkedPattern } from './marked-pattern.js';

/**
 * What looks like a key or a password: private keys as PEM, tokens with the marks of their makers, JSON web tokens,
 * passwords in URLs, and values next to a name for one. Practice.
 */
export const secretPatterns: readonly MarkedPattern[] = [
  { markers: ['PRIVATE KEY'], pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/ },
  { markers: ['.eyJ'], pattern: /\beyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{10,}/ },
  { markers: ['AKIA'], pattern: /\bAKIA[0-9A-Z]{16}\b/ },
  { markers: ['ghp_'], pattern: /\bghp_\w{36}/ },
  { markers: ['glpat-'], pattern: /\bglpat-[\w-]{20}/ },
  { markers: ['xox'], pattern: /\bxox[abprs]-\d[\w-]{10,}/ },
  { markers: ['sk_live_'], pattern: /\bsk_live_\w{16,}/ },
  { markers: ['AIza'], pattern: /\bAIza[\w-]{35}\b/ },
  { markers: ['Bearer '], pattern: /\bBearer (?=[\w.~+/-]{0,60}\d)[\w.~+/-]{16,}/ },
  // Go prints a password as `xxxxx`, others as stars.
  {
    markers: ['://'],
    pattern: /\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s:@/"\\]{0,100}:(?!x+@|\*+@)[^\s@/"\\]{3,200}@/,
  },
  { markers: ['rivate', 'PRIVATE'], pattern: named('private[_ ]?key') },
  { markers: ['secret', 'Secret', 'SECRET'], pattern: named('secret(?:_\\w{1,30})?') },
  { markers: ['passw', 'Passw', 'PASSW'], pattern: named('passw(?:or)?d') },
  { markers: ['pi_key', 'piKey', 'API_KEY'], pattern: named('api_?key') },
];

/** A value that is named a key. A text without a digit is a word of a sentence: `password: required` reveals nothing. */
function named(name: string): RegExp {
  return new RegExp(
    String.raw`${name}\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?(?=[^\s"'\\,;}]{0,40}\d)[^\s"'\\,;}]{8,}`,
    'i',
  );
}
