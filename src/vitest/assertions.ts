import type { CrosscheckAsymmetricMatchers, CrosscheckMatchers } from '../matchers/crosscheck-matchers.js';

declare global {
  // The one place that Vitest 3.2, 4 and 5 all read; its interfaces can only be merged as they are named.
  namespace Chai {
    interface Assertion extends CrosscheckMatchers {}
  }
}

declare module 'vitest' {
  interface AsymmetricMatchersContaining extends CrosscheckAsymmetricMatchers {}
}
