import { defineDeployment } from 'crosscheck';
import { type Finding, type FuzzedCall, regressionTest } from 'crosscheck/fuzz';
import { describe, expect, test } from 'vitest';
import { caseRequests } from '../../../support/case-requests.js';
import { completePlan, sampleCall, sampleFinding } from '../../../support/sample-finding.js';
import { ledgerOf, shown } from './scripted-ledger.js';

describe('regressionTest', () => {
  test.each([
    ['content-type', "'JSON must have the content type application/json, in UTF-8 (content-type: simulate)'"],
    ['asset-prices', "'asset-prices: other (simulate)'"],
  ])('has the first sentence of the rule of %s as its title, or else the finding', (check, title) => {
    const signature = { check, endpoint: 'simulate', path: '', class: 'other' };
    expect(regressionTest(sampleFinding({ signature }))).toContain(`test(${title}, async`);
  });

  test('has the case in it', () => {
    expect(regressionTest(sampleFinding())).toMatchInlineSnapshot(`
      "import { currentDeployment } from 'crosscheck';
      import { findingText, replayCase } from 'crosscheck/fuzz';
      import { expect, test } from 'vitest';

      test('the members of an answer must have the names and types of the interface, or of the schema of a custom endpoint (schema: simulate response.estimatedGas)', async () => {
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
        const finding = findings.find(({ id }) => id === 'schema-5e04402250');
        if (finding) expect.fail(findingText(finding));
      }, 60_000);
      "
    `);
  });

  test('reads the case from a corpus, and runs that of a flaky finding more often', () => {
    expect(regressionTest(sampleFinding({ confidence: 'flaky' }), "it's/a.json")).toMatchInlineSnapshot(`
      "import { currentDeployment } from 'crosscheck';
      import { findingText, replayCase } from 'crosscheck/fuzz';
      import { expect, test } from 'vitest';

      test('the members of an answer must have the names and types of the interface, or of the schema of a custom endpoint (schema: simulate response.estimatedGas)', async () => {
        const { findings } = await replayCase({
          deployment: currentDeployment(),
          file: 'it\\'s/a.json',
          runs: 20,
        });
        const finding = findings.find(({ id }) => id === 'schema-5e04402250');
        if (finding) expect.fail(findingText(finding));
      }, 60_000);
      "
    `);
  });
});

/** A finding in a case of one call that a client can send. */
function callFinding(check: string, path: string, succeeds?: boolean, result: Partial<FuzzedCall> = {}) {
  const [request] = caseRequests(completePlan);
  if (request?.expect.kind !== 'simulated') throw new Error('the case is not a valid call');
  const expected = { ...request, expect: { ...request.expect, succeeds, ...result } };
  const plan = { ...completePlan, steps: [{ requests: [expected] }] };
  const signature = { check, endpoint: 'simulate', path, class: 'other' };
  return sampleFinding({ signature, plan });
}

describe('a case of one call', () => {
  test('is a call and an assertion', () => {
    const finding = callFinding('wrong-verdict', 'response.simulationStatus', true);
    expect(regressionTest(finding, 'a.json')).toMatchInlineSnapshot(`
      "import { createClient, currentDeployment } from 'crosscheck';
      import 'crosscheck/vitest';
      import { expect, test } from 'vitest';

      const client = createClient(currentDeployment());

      test('a call that is known to succeed must not fail in simulation, and one that is known to fail must not succeed (wrong-verdict: simulate response.simulationStatus)', async () => {
        const result = await client.simulate({
          shardsKey: '0',
          alphaCallParams: { target: '0x0000000000000000000000000000000000000000' },
          betaAssets: [],
          betaCaller: '0:0000000000000000000000000000000000000000000000000000000000000000',
        });
        await expect(result).toSimulateSuccessfully();
      });
      "
    `);
    const failing = callFinding('wrong-verdict', 'response.simulationStatus', false);
    expect(regressionTest(failing)).toContain('  await expect(result).toFailSimulation();\n');
  });

  test.each([
    ['unexpected-error', 'another reason', { fails: 'too little' }, "toFailSimulation('too little')"],
    ['unexpected-messages', 'lost', { sends: [{}, {}] }, 'toHaveOutMessageCount(2)'],
    ['unexpected-messages', 'too many', { sends: [] }, 'toHaveOutMessageCount(0)'],
  ])('asserts what is known of it: %s, %s', (check, kind, result, assertion) => {
    const finding = callFinding(check, 'response', undefined, result);
    const lines = regressionTest({ ...finding, signature: { ...finding.signature, class: kind } }).split(
      '\n',
    );
    expect(lines).toContain("import 'crosscheck/vitest';");
    expect(lines).toContain(`  await expect(result).${assertion};`);
  });

  test.each([
    ['failure without error', 'toFailSimulation(/\\S/)'],
    ['error of a success', 'toSimulateSuccessfully()'],
  ])('asserts a verdict that its error does not contradict: %s', (kind, assertion) => {
    const finding = callFinding('verdict-contradicts-error', 'response.simulationError');
    const text = regressionTest({ ...finding, signature: { ...finding.signature, class: kind } });
    expect(text).toContain(`  await expect(result).${assertion};\n`);
  });

  test('asserts the gas that the chain requires for the call data of the answer', () => {
    const finding = callFinding('gas-below-minimum', 'response.estimatedGas');
    const answerOf = (body: string) => ({
      ...finding,
      exchanges: [{ ...sampleCall, response: { status: 200, headers: {}, body } }],
    });
    const answer = '{"response":{"debugInfo":{"callData":"0x00ff"}}}';
    expect(regressionTest(answerOf(answer))).toContain(
      '  await expect(result).toUseGasWithin({ min: 21020 });\n',
    );
    for (const body of ['{"response":{}}', '{', '{"response":{"debugInfo":{"callData":"0x0"}}}'])
      expect(regressionTest(answerOf(body))).toContain('replayCase');
  });

  test.each([
    [
      'included-without-transaction',
      'known',
      "  const record = await client.inclusion('0xab');\n  expect(record).toHaveInclusionTransaction({ hash: expect.any(String) });\n",
    ],
    // Every 404 would satisfy an assertion, also that of another server.
    ['unknown-operation-found', 'unknown', 'replayCase'],
    ['record-incomplete', 'known', 'replayCase'],
  ] as const)('is a query of the observer where an assertion says it: %s', (check, kind, lines) => {
    const request = {
      endpoint: 'inclusion',
      query: 'operationId=0xab',
      expect: { kind, operationId: '0xab' },
    } as const;
    const plan = { ...completePlan, steps: [{ requests: [request] }] };
    const signature = { check, endpoint: 'inclusion', path: 'response.stage', class: 'other' };
    expect(regressionTest(sampleFinding({ signature, plan }))).toContain(lines);
  });

  test.each([
    ['unexpected-messages', 'messages of a failure', {}],
    ['unexpected-error', 'another reason', { fails: { errorName: 'Panic', args: ['17'] } }],
  ])('is a replay where no assertion says it: %s, %s', (check, kind, result) => {
    const finding = callFinding(check, 'response', undefined, result);
    const text = regressionTest({ ...finding, signature: { ...finding.signature, class: kind } });
    expect(text).toContain('await replayCase({');
  });

  test('asserts the member that the client rejected, or a verdict', () => {
    const of = (check: string, path: string) => regressionTest(callFinding(check, path));
    expect(of('schema', 'response.feeParams.currentBaseFee')).toContain(
      '  await expect(result).toMatchSimulation({ feeParams: { currentBaseFee: expect.anything() } });\n',
    );
    expect(of('valid-request-rejected', '')).toContain(
      '  await expect(result).toMatchSimulation({ simulationStatus: expect.any(Boolean) });\n',
    );
    expect(of('gas-missing', 'response.estimatedGas')).toContain(
      '  await expect(result).toUseGasWithin({ min: 1 });\n',
    );
    for (const path of ['response.outMessages[0].payload', 'response.outMessages', 'response.other'])
      expect(of('schema', path)).toContain('replayCase');
  });

  test('is a call and the member that the client rejected', () => {
    expect(regressionTest(callFinding('schema', 'response.estimatedGas'))).toMatchInlineSnapshot(`
      "import { createClient, currentDeployment } from 'crosscheck';
      import 'crosscheck/vitest';
      import { expect, test } from 'vitest';

      const client = createClient(currentDeployment());

      test('the members of an answer must have the names and types of the interface, or of the schema of a custom endpoint (schema: simulate response.estimatedGas)', async () => {
        const result = await client.simulate({
          shardsKey: '0',
          alphaCallParams: { target: '0x0000000000000000000000000000000000000000' },
          betaAssets: [],
          betaCaller: '0:0000000000000000000000000000000000000000000000000000000000000000',
        });
        await expect(result).toMatchSimulation({ estimatedGas: expect.anything() });
      });
      "
    `);
  });

  test('is two calls whose answers must be equal', () => {
    const finding = callFinding('determinism', 'response.estimatedGas');
    const steps = [...finding.plan.steps, ...finding.plan.steps];
    expect(regressionTest({ ...finding, plan: { ...finding.plan, steps } })).toMatchInlineSnapshot(`
      "import { createClient, currentDeployment } from 'crosscheck';
      import 'crosscheck/vitest';
      import { expect, test } from 'vitest';

      const client = createClient(currentDeployment());

      test('the same request must get the same answer, however often it is sent (determinism: simulate response.estimatedGas)', async () => {
        const request = {
          shardsKey: '0',
          alphaCallParams: { target: '0x0000000000000000000000000000000000000000' },
          betaAssets: [],
          betaCaller: '0:0000000000000000000000000000000000000000000000000000000000000000',
        };
        const first = await client.simulate(request);
        const second = await client.simulate(request);
        await expect(first).toMatchSimulation({ estimatedGas: expect.anything() });
        await expect(second).toMatchSimulation({ estimatedGas: first.response.estimatedGas });
      });
      "
    `);
  });

  test('has the names of the deployment in its body and neutral names in its call', () => {
    const finding = callFinding('schema', 'response.estimatedGas');
    const variables = 'CROSSCHECK_CHAINS=evm,tvm';
    expect(regressionTest({ ...finding, variables })).toContain('replayCase');
    const renamed = JSON.parse(
      JSON.stringify(finding.plan)
        .replaceAll('\\"alphaCallParams', '\\"evmCallParams')
        .replaceAll('\\"betaAssets', '\\"tvmAssets')
        .replaceAll('\\"betaCaller', '\\"tvmCaller'),
    );
    expect(regressionTest({ ...finding, variables, plan: renamed })).toContain('alphaCallParams: {');
  });

  test.each<[string, Partial<Finding>]>([
    ['that shows it now and then', { confidence: 'flaky' }],
    ['that needs other requests', { context: 'predecessors' }],
    [
      'whose check no assertion says',
      { signature: { ...sampleFinding().signature, check: 'leaked-secret' } },
    ],
    ['in snake_case', { signature: { ...sampleFinding().signature, path: '' } }],
    ['that a client would not send', { plan: sampleFinding().plan }],
  ])('%s is replayed', (_, given) => {
    const finding = callFinding('schema', 'response.estimatedGas');
    expect(regressionTest(finding)).not.toContain('replayCase');
    expect(regressionTest({ ...finding, ...given })).toContain('replayCase');
  });
});

test('says which deployment it is about', async () => {
  const deployment = defineDeployment({
    simulatorUrl: 'https://simulator.example.org/v1/',
    observerUrl: 'https://observer.example.org',
    chains: { alpha: 'evm', beta: 'tvm' },
    headers: { authorization: 'Bearer sesame' },
  });
  const { ledger, note, findings } = ledgerOf(() => shown, { settings: { deployment } });
  note(0);
  await ledger.settle();
  const [first] = regressionTest(findings()[0] as Finding).split('\n');
  expect(first).toBe(
    '// Found on: CROSSCHECK_SIMULATOR_URL=https://simulator.example.org/v1 CROSSCHECK_OBSERVER_URL=https://observer.example.org CROSSCHECK_CHAINS=evm,tvm',
  );
  // A report may say anything.
  expect(regressionTest(sampleFinding({ variables: 'a\nrun();' })).split('\n')[1]).toMatch(/^import/);
});

test('reads custom endpoints from the configuration', () => {
  const requests = [{ endpoint: 'shard-statistics', expect: { kind: 'answered' } }] as const;
  const plan = { phase: 'endpoints', kind: 'valid', steps: [{ requests }] } as const;
  const lines = regressionTest(sampleFinding({ plan }), 'a.json').split('\n');
  expect(lines).toContain("import { configuredDeployment, loadConfig } from 'crosscheck/config';");
  expect(lines).toContain('  const { endpoints } = configuredDeployment(await loadConfig()) ?? {};');
  expect(lines).toContain('    endpoints,');
});

describe('the case in a test', () => {
  const planOf = (kind: string, query?: string) => {
    const requests = [
      { endpoint: 'inclusion', query, expect: { kind: 'no-server-error', reason: kind } },
    ] as const;
    return { phase: 'wire', kind, steps: [{ requests }] } as const;
  };
  /** The value of the member `plan` in a test. */
  const writtenPlan = (plan: Finding['plan']) => {
    const [, text] = /\n {4}plan: (.+),\n {2}\}\);/s.exec(regressionTest(sampleFinding({ plan }))) ?? [];
    return { text, value: new Function(`return ${text}`)() as unknown };
  };

  test.each([
    'it\'s "quoted" \\" \\\\" `\u0024{a}` \\',
    '\u0000\u001b\n\r\t\u2028\u2029\ufeff\u200b\u{e0001}🐢\ud800',
  ])('is an expression of the same case, with %j', (text) => {
    const written = writtenPlan(planOf(text, 'a=1'));
    expect(written.value).toStrictEqual(planOf(text, 'a=1'));
    expect(written.text).not.toMatch(/[^\P{C}\n]/u);
  });

  test('has members of any name, and none that is undefined', () => {
    const headers = JSON.parse('{"__proto__":"a","x-y":"b","it\'s":"c","constructor":"d"}');
    const { steps, ...plan } = planOf('headers');
    const requests = steps[0].requests.map((request) => ({ ...request, headers }));
    const { text, value } = writtenPlan({ ...plan, steps: [{ requests }] });
    expect(text).not.toContain('undefined');
    expect(JSON.stringify(value)).toBe(JSON.stringify({ ...plan, steps: [{ requests }] }));
  });
});
