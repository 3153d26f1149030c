import { type Finding, findingText } from 'crosscheck/fuzz';
import { expect, test } from 'vitest';
import { sampleFinding } from '../../../support/sample-finding.js';

const signature = {
  check: 'no-answer',
  endpoint: 'simulate',
  path: 'alphaCallParams.target',
  class: 'closed',
} as const;

test('has the names of the deployment that showed the finding', () => {
  const variables = "CROSSCHECK_SIMULATOR_URL='http://127.0.0.1:1' CROSSCHECK_CHAINS='evm,tvm'";
  const titleOf = (finding: Finding) => findingText(finding).split('\n')[0];
  expect(titleOf(sampleFinding({ signature, variables }))).toMatch(
    /: closed at evmCallParams\.target \(simulate\)$/,
  );
  const missing = { ...signature, path: 'response.transactions', class: 'none of ALPHA at executedInBETA' };
  expect(titleOf(sampleFinding({ signature: missing, variables }))).toMatch(
    /: none of EVM at executedInTVM at/,
  );
  expect(titleOf(sampleFinding({ signature }))).toMatch(/: closed at alphaCallParams\.target \(simulate\)$/);
});
