import type { CrosscheckAsymmetricMatchers, CrosscheckMatchers } from 'crosscheck/matchers';

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends CrosscheckMatchers {}
  interface AsymmetricMatchers extends CrosscheckAsymmetricMatchers {}
}
