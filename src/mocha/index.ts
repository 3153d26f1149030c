/**
 * `crosscheck/mocha`: root hooks of mocha. With `"require": ["crosscheck/mocha"]` in `.mocharc.json`, assertions know the time
 * that their test has left, and a missing `await` of one fails the test.
 */

export { mochaHooks } from './mocha-hooks.js';
