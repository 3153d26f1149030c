import { describe, expect, it } from 'vitest';
import { adviceForNetwork } from '../../../src/http/advice.js';

describe('adviceForNetwork', () => {
  it.each([
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ])('of %s speaks of certificates', (code) => {
    expect(adviceForNetwork(Object.assign(new Error('x'), { code }))).toBe(
      'give the deployment an undici Agent with the right certificate authority as its dispatcher, or name its file in NODE_EXTRA_CA_CERTS',
    );
  });

  it('of something else than TLS speaks of the scheme', () => {
    const error = Object.assign(new Error('x'), { code: 'ERR_SSL_WRONG_VERSION_NUMBER' });
    expect(adviceForNetwork(error)).toBe(
      'check the scheme of the base URL: what answers there speaks no TLS',
    );
  });

  it.each([{ code: 'ECONNREFUSED' }, new Error('x'), undefined])('of %o speaks of the base URL', (error) => {
    expect(adviceForNetwork(error)).toBe(
      'check the base URL, and that the service runs and can be reached from here',
    );
  });
});
