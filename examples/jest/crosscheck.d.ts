import type { CrosscheckAsymmetricMatchers, JestMatchers } from 'crosscheck/matchers';

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends JestMatchers<T> {}
  interface AsymmetricMatchers extends CrosscheckAsymmetricMatchers {}
}
