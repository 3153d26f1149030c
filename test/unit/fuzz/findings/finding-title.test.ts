import { expect, test } from 'vitest';
import { findingTitle } from '../../../../src/fuzz/findings/describe-findings.js';

const signature = {
  check: 'no-answer',
  endpoint: 'simulate',
  path: 'alphaCallParams.target',
  class: 'closed',
};

test('has the names of the deployment that showed the finding', () => {
  const variables = "CROSSCHECK_SIMULATOR_URL='http://127.0.0.1:1' CROSSCHECK_CHAINS='evm,tvm'";
  expect(findingTitle({ signature, variables })).toBe('no-answer: closed at evmCallParams.target (simulate)');
  expect(findingTitle({ signature })).toBe('no-answer: closed at alphaCallParams.target (simulate)');
});
