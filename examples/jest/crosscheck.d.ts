import type { CrosscheckAsymmetricMatchers, JestMatchers } from 'crosscheck/matchers';

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends JestMatchers {}
  interface AsymmetricMatchers extends CrosscheckAsymmetricMatchers {}
}
