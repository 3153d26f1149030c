import { describe, expect, it } from 'vitest';
import { adviceForNetwork } from '../../../src/client/http-errors.js';

describe('adviceForNetwork', () => {
  it.each(['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'])(
    'of %s speaks of certificates',
    (code) => {
      expect(adviceForNetwork(Object.assign(new Error('x'), { code }))).toBe(
        'give the deployment an undici Agent with the right certificate authority as its dispatcher, or name its file in NODE_EXTRA_CA_CERTS',
      );
    },
  );

  it('of a certificate for another name speaks of names', () => {
    const error = Object.assign(new Error('x'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    expect(adviceForNetwork(error)).toBe(
      'call it by a name that its certificate is for, or have one issued for this host',
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
