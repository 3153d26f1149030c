import type { ReachInclusionOptions } from '../matchers/to-reach-inclusion.js';
import type { SimulationMatcherOptions } from '../matchers/to-simulate-successfully.js';

declare global {
  // The one place that Vitest 3.2, 4 and 5 all read; its interfaces can only be merged as they are named.
  namespace Chai {
    interface Assertion {
      /**
       * Asserts that a simulation's verdict is true (section 7); `.not`, that it is false. Takes a request, which it
       * sends, or the result of `client.simulate`; an answer without a verdict is an error in both polarities.
       *
       * @example
       * await expect(request).toSimulateSuccessfully();
       * await expect(request, 'too little output').not.toSimulateSuccessfully();
       */
      toSimulateSuccessfully(options?: SimulationMatcherOptions): Promise<void>;
      /**
       * Asserts that an operation's message is included in consensus on the source chain, waiting for it. Takes an
       * operation id, or a record of `client.inclusion`. Fails at once when the operation is rejected; throws when
       * nothing could be seen.
       *
       * @example
       * await expect(operationId).toReachInclusion({ timeoutMs: 180_000 });
       */
      toReachInclusion(options?: ReachInclusionOptions): Promise<void>;
    }
  }
}
