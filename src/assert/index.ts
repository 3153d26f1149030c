/**
 * `crosscheck/assert`: the matchers as functions that throw an `AssertionError`, for `node:test`, Deno and every other runner
 * without an `expect`.
 */

export {
  type Assertions,
  assertions,
  type NegatedAssertions,
  type Patterns,
  patterns,
} from './assertions.js';
