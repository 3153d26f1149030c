import { describe, expect, test } from 'vitest';
import { defineDeployment } from '../../../../src/deployment/deployment.js';
import { literalText, regressionTest, variablesText } from '../../../../src/fuzz/findings/reproduction.js';
import { sampleFinding } from '../../../support/sample-finding.js';

describe('regressionTest', () => {
  test('has the case in it', () => {
    expect(regressionTest(sampleFinding())).toMatchInlineSnapshot(`
      "import { currentDeployment } from 'crosscheck';
      import { replayCase } from 'crosscheck/fuzz';
      import { expect, test } from 'vitest';

      test('schema: string for integer at response.estimatedGas (simulate)', async () => {
        const { findings } = await replayCase({
          deployment: currentDeployment(),
          plan: {
            phase: 'valid',
            kind: 'call',
            steps: [
              {
                requests: [
                  {
                    endpoint: 'simulate',
                    body: '{"shardsKey":"0"}',
                    expect: { kind: 'simulated', request: { shardsKey: '0' } },
                  },
                ],
              },
            ],
          },
        });
        expect(findings.filter(({ id }) => id === 'schema-5e04402250').map(({ message }) => message)).toEqual([]);
      }, 60_000);
      "
    `);
  });

  test('reads the case from a corpus, and looks more often at what shows now and then', () => {
    expect(regressionTest(sampleFinding({ confidence: 'flaky' }), "it's/a.json")).toMatchInlineSnapshot(`
      "import { currentDeployment } from 'crosscheck';
      import { replayCase } from 'crosscheck/fuzz';
      import { expect, test } from 'vitest';

      test('schema: string for integer at response.estimatedGas (simulate)', async () => {
        const { findings } = await replayCase({
          deployment: currentDeployment(),
          file: 'it\\'s/a.json',
          runs: 20,
        });
        expect(findings.filter(({ id }) => id === 'schema-5e04402250').map(({ message }) => message)).toEqual([]);
      }, 60_000);
      "
    `);
  });
});

test('says which deployment it is about', () => {
  const deployment = defineDeployment({
    simulatorUrl: 'https://simulator.example.org/v1/',
    observerUrl: 'https://observer.example.org',
    chains: { alpha: 'evm', beta: 'tvm' },
    headers: { authorization: 'Bearer sesame' },
  });
  const [first] = regressionTest(sampleFinding({ variables: variablesText(deployment) })).split('\n');
  expect(first).toBe(
    '// CROSSCHECK_SIMULATOR_URL=https://simulator.example.org/v1 CROSSCHECK_OBSERVER_URL=https://observer.example.org CROSSCHECK_CHAINS=evm,tvm',
  );
  // A report may say anything.
  expect(regressionTest(sampleFinding({ variables: 'a\nrun();' })).split('\n')[1]).toMatch(/^import/);
});

test('reads custom endpoints from the configuration', () => {
  const requests = [{ endpoint: 'shard-statistics', expect: { kind: 'answered' } }] as const;
  const plan = { phase: 'endpoints', kind: 'valid', steps: [{ requests }] } as const;
  const lines = regressionTest(sampleFinding({ plan }), 'a.json').split('\n');
  expect(lines).toContain(
    "import { configuredDeployment, currentDeployment, loadConfig } from 'crosscheck';",
  );
  expect(lines).toContain('  const { endpoints } = configuredDeployment(await loadConfig()) ?? {};');
  expect(lines).toContain('    endpoints,');
});

describe('literalText', () => {
  test.each([
    'it\'s "quoted" \\" \\\\" `\u0024{a}` \\',
    '\u0000\u001b\n\r\t\u2028\u2029\ufeff\u200b\u{e0001}🐢\ud800',
    { a: [1, true, null, -0.5, [], {}], 'x-y': '', "it's": 1, constructor: 1 },
    JSON.parse('{"__proto__":{"polluted":true}}') as unknown,
  ])('writes %j as an expression that gives it', (value) => {
    const text = literalText(value);
    expect(new Function(`return ${text}`)()).toStrictEqual(value);
    expect(text).not.toMatch(/[^\P{C}\n]/u);
  });

  test('leaves out what is undefined', () => {
    expect(literalText({ a: undefined, b: [1] })).toBe('{ b: [1] }');
  });
});
