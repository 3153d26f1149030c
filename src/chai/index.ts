/** `crosscheck/chai`: the matchers as methods of chai's assertions, for mocha and every other runner with chai 4, 5 or 6. */

export { crosscheckChai } from './crosscheck-chai.js';
