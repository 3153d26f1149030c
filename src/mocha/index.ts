/**
 * `crosscheck/mocha`: root hooks of mocha. With `"require": ["crosscheck/mocha"]` in `.mocharc.json`, assertions know the time
 * that their test has left, and a test fails if it forgets to await one.
 */

export { mochaHooks } from './mocha-hooks.js';
