import { expect, test } from 'vitest';
import { runVitest } from '../support/vitest-process.js';

const calls = {
  'a matcher that waits': 'expect(id).toReachInclusion({ timeoutMs: 300 })',
  'a window': 'expect(id).toRemainPending({ forMs: 200 })',
  'a wait': 'waitForInclusion(createClient(staging), id, { timeoutMs: 300 })',
  'a call': 'createClient(staging).inclusion(id)',
  'a matcher that simulates': 'expect(request).toSimulateSuccessfully()',
};

const file = `
  import { configure, createClient, defineDeployment, waitForInclusion } from 'crosscheck';
  import { expect, test } from 'vitest';
  const url = 'http://127.0.0.1:1';
  const staging = defineDeployment({ name: 'staging', simulatorUrl: url, observerUrl: url, retries: 0 });
  configure({ deployment: staging });
  const id = '0x' + '7c'.repeat(32);
  const request = {
    shardsKey: '1',
    alphaCallParams: { target: '0x' + '11'.repeat(20) },
    betaAssets: [],
    betaCaller: '0:' + '22'.repeat(32),
  };
  ${Object.entries(calls)
    .map(([title, call]) => `test('${title}', async () => { await ${call}; });`)
    .join('\n')}
`;

test('a service that cannot be reached is told once, with its URL, one advice and no frames of the package', {
  timeout: 120_000,
}, async () => {
  const { output } = await runVitest({ 'a.test.js': file });
  const failures = output.split(/^ FAIL {2}/m).slice(1);
  expect(failures).toHaveLength(Object.keys(calls).length);
  for (const failure of failures) {
    expect(failure).toContain('could not be reached: connection refused (ECONNREFUSED)\n');
    expect(failure.match(/What to do: /g)).toHaveLength(1);
    expect(failure).toContain('What to do: check the base URL, and that the service runs');
    expect(failure).toMatch(/Request: +(?:GET|POST) http:\/\/127\.0\.0\.1:1\//);
    expect(failure).not.toMatch(/Caused by|Serialized Error|dist/);
    expect(failure.match(/^ ❯ /gm)).toHaveLength(1);
  }
});
