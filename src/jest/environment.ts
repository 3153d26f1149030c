/**
 * `crosscheck/jest/environment`: Jest's environment for Node, which also shows `crosscheck/jest` the running test and the time
 * that it has left. Set it as `testEnvironment`.
 */
import { createRequire } from 'node:module';
import { requireWithPeer } from '../internal/load-with-peer.js';
import { type CircusTest, type JestRun, jestRunKey } from './jest-run.js';

/** Jest's environments, as far as they are used. */
type EnvironmentClass = new (...args: never[]) => { readonly global: { [jestRunKey]?: JestRun } };

const peer = 'jest-environment-node';
const { TestEnvironment } = requireWithPeer('crosscheck/jest/environment', peer, () =>
  createRequire(import.meta.url)(peer),
) as { readonly TestEnvironment: EnvironmentClass };

/** An event of jest-circus, as far as it is used. */
interface CircusEvent {
  readonly name: string;
  readonly test?: CircusTest;
  readonly hook?: { readonly timeout?: number | undefined };
}

interface CircusBlock {
  readonly children: readonly (CircusBlock | CircusTest)[];
}

interface CircusState {
  readonly testTimeout: number;
  readonly rootDescribeBlock: CircusBlock;
}

/** Jest's environment for Node, with the running test in the global object of the tests. */
export default class CrosscheckEnvironment extends TestEnvironment {
  readonly #run: JestRun = { running: undefined, test: undefined, isConcurrent: false };

  constructor(...args: never[]) {
    super(...args);
    this.global[jestRunKey] = this.#run;
  }

  /** Follows the run. Jest calls it. */
  handleTestEvent({ name, test, hook }: CircusEvent, { testTimeout, rootDescribeBlock }: CircusState): void {
    const run = this.#run;
    switch (name) {
      case 'run_start':
        run.isConcurrent = hasConcurrentTest(rootDescribeBlock);
        break;
      case 'test_start':
        run.test = test;
        break;
      case 'test_done':
        run.test = undefined;
        break;
      case 'hook_start':
      case 'test_fn_start':
        run.running = { startMs: performance.now(), timeoutMs: (test ?? hook)?.timeout || testTimeout };
        break;
      case 'hook_success':
      case 'hook_failure':
      case 'test_fn_success':
      case 'test_fn_failure':
        run.running = undefined;
    }
  }
}

function hasConcurrentTest({ children }: CircusBlock): boolean {
  return children.some((child) => ('children' in child ? hasConcurrentTest(child) : child.concurrent));
}
