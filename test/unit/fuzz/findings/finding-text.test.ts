import { expect, test } from 'vitest';
import { knownChecks } from '../../../../src/checks/known-checks.js';
import { defaultCorpus } from '../../../../src/fuzz/corpus/default-corpus.js';
import type { Finding } from '../../../../src/fuzz/findings/finding.js';
import { findingText } from '../../../../src/fuzz/findings/finding-text.js';
import { sampleCall, sampleFinding, samplePlan } from '../../../support/sample-finding.js';

/** Without what the checks say of themselves. */
function steadyText(finding: Finding, corpus: string | false = defaultCorpus): string {
  return findingText(finding, corpus).replace(/^Check:.*$/m, 'Check:      …');
}

test('a stable finding', () => {
  expect(steadyText(sampleFinding())).toMatchInlineSnapshot(`
    "MAJOR schema: string for integer at response.estimatedGas (simulate)

    Found:      response.estimatedGas must be an integer, got "21000"
    Check:      …
    Confidence: stable, all of 5 runs showed it
    Seen:       in 12 cases, such as 7:valid/123; first 3.2 s after the start
    Case:       valid, call: one request, shrunk 14 times
    Request:    POST http://127.0.0.1:8545/alpha/simulator/simulate-message
                {"shardsKey":"0"}
    Response:   200, application/json, {"response":{"simulationStatus":true,"estimatedGas":"21000"}}, 12 ms
    Replay:     npx crosscheck replay schema-5e04402250 (with the flags or variables of the deployment)
    What to do: give this to whoever runs the service; the replay says whether it is fixed. To live with it until then, put it into a baseline (--write-baseline)

    Curl:
    # set AUTHORIZATION to the value of the header authorization
    curl -isS -w '\\n' -X POST 'http://127.0.0.1:8545/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' -H 'authorization: '"\${AUTHORIZATION:?}" --data-raw '{"shardsKey":"0"}'

    Test:
    import { currentDeployment } from 'crosscheck';
    import { replayCase } from 'crosscheck/fuzz';
    import { expect, test } from 'vitest';

    test('schema: string for integer at response.estimatedGas (simulate)', async () => {
      const { findings } = await replayCase({
        deployment: currentDeployment(),
        file: '.crosscheck/corpus/schema-5e04402250.json',
      });
      expect(findings.filter(({ id }) => id === 'schema-5e04402250').map(({ message }) => message)).toEqual([]);
    }, 60_000);"
  `);
});

test('it says what its check is about, and where that comes from', () => {
  const [check] = knownChecks;
  const signature = { ...sampleFinding().signature, check: check?.name ?? '' };
  expect(findingText(sampleFinding({ signature }))).toContain(`${check?.about} Source: ${check?.source}.`);
});

test('a finding whose case no corpus has', () => {
  expect(steadyText(sampleFinding(), false)).toMatchInlineSnapshot(`
    "MAJOR schema: string for integer at response.estimatedGas (simulate)

    Found:      response.estimatedGas must be an integer, got "21000"
    Check:      …
    Confidence: stable, all of 5 runs showed it
    Seen:       in 12 cases, such as 7:valid/123; first 3.2 s after the start
    Case:       valid, call: one request, shrunk 14 times
    Request:    POST http://127.0.0.1:8545/alpha/simulator/simulate-message
                {"shardsKey":"0"}
    Response:   200, application/json, {"response":{"simulationStatus":true,"estimatedGas":"21000"}}, 12 ms
    Replay:     replayCase, as in the test below; of a campaign in the shell also npx crosscheck replay 7:valid/123, with its flags
    What to do: give this to whoever runs the service; the replay says whether it is fixed. To live with it until then, put it into a baseline (--write-baseline)

    Curl:
    # set AUTHORIZATION to the value of the header authorization
    curl -isS -w '\\n' -X POST 'http://127.0.0.1:8545/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' -H 'authorization: '"\${AUTHORIZATION:?}" --data-raw '{"shardsKey":"0"}'

    Test:
    import { currentDeployment } from 'crosscheck';
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
    }, 60_000);"
  `);
});

test('a flaky one of several requests, in a corpus of another name', () => {
  const requests = samplePlan.steps.flatMap((step) => step.requests);
  const text = steadyText(
    sampleFinding({
      confidence: 'flaky',
      runs: { shown: 3, of: 5 },
      occurrences: 1,
      shrinks: 1,
      plan: {
        ...samplePlan,
        phase: 'metamorphic',
        kind: 'concurrency',
        steps: [{ requests }, { pauseMs: 50, requests: [...requests, ...requests] }],
      },
      exchanges: [sampleCall, sampleCall, sampleCall],
    }),
    'test/corpus',
  );
  expect(text).toMatchInlineSnapshot(`
    "MAJOR schema: string for integer at response.estimatedGas (simulate)

    Found:      response.estimatedGas must be an integer, got "21000"
    Check:      …
    Confidence: flaky, 3 of 5 runs showed it
    Seen:       in one case, 7:valid/123, 3.2 s after the start
    Case:       metamorphic, concurrency: 3 requests, shrunk once
    Request 1:  POST http://127.0.0.1:8545/alpha/simulator/simulate-message
                {"shardsKey":"0"}
    Response 1: 200, application/json, {"response":{"simulationStatus":true,"estimatedGas":"21000"}}, 12 ms
    Request 2:  POST http://127.0.0.1:8545/alpha/simulator/simulate-message
                {"shardsKey":"0"}
    Response 2: 200, application/json, {"response":{"simulationStatus":true,"estimatedGas":"21000"}}, 12 ms
    Request 3:  POST http://127.0.0.1:8545/alpha/simulator/simulate-message
                {"shardsKey":"0"}
    Response 3: 200, application/json, {"response":{"simulationStatus":true,"estimatedGas":"21000"}}, 12 ms
    Replay:     npx crosscheck replay schema-5e04402250 --corpus test/corpus (with the flags or variables of the deployment)
    What to do: replay it a few times; look for state, order and load in the service: the same requests have different answers

    Curl:
    # set AUTHORIZATION to the value of the header authorization
    curl -isS -w '\\n' -X POST 'http://127.0.0.1:8545/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' -H 'authorization: '"\${AUTHORIZATION:?}" --data-raw '{"shardsKey":"0"}'
    sleep 0.05
    curl -isS -w '\\n' -X POST 'http://127.0.0.1:8545/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' -H 'authorization: '"\${AUTHORIZATION:?}" --data-raw '{"shardsKey":"0"}' &
    curl -isS -w '\\n' -X POST 'http://127.0.0.1:8545/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' -H 'authorization: '"\${AUTHORIZATION:?}" --data-raw '{"shardsKey":"0"}' &
    wait

    Test:
    import { currentDeployment } from 'crosscheck';
    import { replayCase } from 'crosscheck/fuzz';
    import { expect, test } from 'vitest';

    test('schema: string for integer at response.estimatedGas (simulate)', async () => {
      const { findings } = await replayCase({
        deployment: currentDeployment(),
        file: 'test/corpus/schema-5e04402250.json',
        runs: 20,
      });
      expect(findings.filter(({ id }) => id === 'schema-5e04402250').map(({ message }) => message)).toEqual([]);
    }, 60_000);"
  `);
});

test('an unconfirmed one, without an answer', () => {
  const { response: _, ...call } = sampleCall;
  const text = steadyText(
    sampleFinding({
      confidence: 'unconfirmed',
      runs: { shown: 0, of: 0 },
      shrinks: 0,
      exchanges: [
        {
          ...call,
          attempts: [{ startedAfterMs: 0, durationMs: 12, failure: 'the server closed the connection' }],
        },
      ],
    }),
  );
  expect(text).toMatchInlineSnapshot(`
    "MAJOR schema: string for integer at response.estimatedGas (simulate)

    Found:      response.estimatedGas must be an integer, got "21000"
    Check:      …
    Confidence: unconfirmed, it was not run again
    Seen:       in 12 cases, such as 7:valid/123; first 3.2 s after the start
    Case:       valid, call: one request
    Request:    POST http://127.0.0.1:8545/alpha/simulator/simulate-message
                {"shardsKey":"0"}
    Response:   none: the server closed the connection, 12 ms
    Replay:     replayCase, as in the test below; of a campaign in the shell also npx crosscheck replay 7:valid/123, with its flags
    What to do: replay it when the service can be reached: the case may be what brought it down

    Curl:
    # set AUTHORIZATION to the value of the header authorization
    curl -isS -w '\\n' -X POST 'http://127.0.0.1:8545/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' -H 'authorization: '"\${AUTHORIZATION:?}" --data-raw '{"shardsKey":"0"}'

    Test:
    import { currentDeployment } from 'crosscheck';
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
        runs: 20,
      });
      expect(findings.filter(({ id }) => id === 'schema-5e04402250').map(({ message }) => message)).toEqual([]);
    }, 60_000);"
  `);
});

test('a finding that was not reproduced, of an answer that broke off', () => {
  const text = steadyText(
    sampleFinding({
      confidence: 'not-reproduced',
      runs: { shown: 0, of: 5 },
      predecessors: 64,
      exchanges: [{ ...sampleCall, attempts: [{ startedAfterMs: 0, durationMs: 12, failure: 'timed out' }] }],
    }),
  );
  expect(text.split('\n').slice(2, 12)).toMatchInlineSnapshot(`
    [
      "Found:      response.estimatedGas must be an integer, got "21000"",
      "Check:      …",
      "Confidence: not reproduced, none of 5 more runs showed it, nor did the case when sent after the 64 requests that preceded it",
      "Seen:       in 12 cases, such as 7:valid/123; first 3.2 s after the start",
      "Case:       valid, call: one request, shrunk 14 times",
      "Request:    POST http://127.0.0.1:8545/alpha/simulator/simulate-message",
      "            {"shardsKey":"0"}",
      "Response:   200, application/json, {"response":{"simulationStatus":true,"estimatedGas":"21000"}} and no more: timed out, 12 ms",
      "Replay:     replayCase, as in the test below; of a campaign in the shell also npx crosscheck replay 7:valid/123, with its flags",
      "What to do: look into the logs of the service at that time",
    ]
  `);
});

test('a flaky one that no run showed, and one that is known', () => {
  const lines = (text: string): string[] =>
    text.split('\n').filter((line) => /^(?:[A-Z]+ s|Confidence|What to do)/.test(line));
  expect([
    ...lines(
      findingText(
        sampleFinding({
          confidence: 'flaky',
          runs: { shown: 0, of: 5 },
          frequency: { shown: 10, of: 100, requests: 'valid requests' },
        }),
      ),
    ),
    ...lines(findingText(sampleFinding({ context: 'predecessors' }))),
    ...lines(findingText(sampleFinding({ isKnown: true }))),
    ...lines(findingText(sampleFinding({ confidence: 'unconfirmed', runs: { shown: 2, of: 2 } }))),
  ]).toMatchInlineSnapshot(`
    [
      "MAJOR schema: string for integer at response.estimatedGas (simulate)",
      "Confidence: flaky, 0 of 5 runs showed it; in the campaign 10 of 100 valid requests did",
      "What to do: replay it a few times; look for state, order and load in the service: the same requests have different answers",
      "MAJOR schema: string for integer at response.estimatedGas (simulate)",
      "Confidence: stable, all of 5 runs showed it, after requests of other cases and not alone",
      "What to do: give this to whoever runs the service; the replay says whether it is fixed. To live with it until then, put it into a baseline (--write-baseline)",
      "MAJOR schema: string for integer at response.estimatedGas (simulate) (known, in the baseline)",
      "Confidence: stable, all of 5 runs showed it",
      "What to do: nothing now, the baseline knows it; the replay says whether it is fixed",
      "MAJOR schema: string for integer at response.estimatedGas (simulate)",
      "Confidence: unconfirmed, 2 of 2 runs showed it, but the deployment stopped answering",
      "What to do: replay it when the service can be reached: the case may be what brought it down",
    ]
  `);
});

test('of many requests only the first are shown', () => {
  const exchanges = Array.from({ length: 8 }, () => sampleCall);
  const text = findingText(sampleFinding({ exchanges }));
  expect(text).toContain('\nResponse 4:');
  expect(text).not.toContain('Request 5');
  expect(text).toContain('and 4 more requests');
});

test('what the service wrote cannot rewrite the terminal, nor fill it', () => {
  const response = { status: 200, headers: {}, body: `\u001b[2J${'a'.repeat(5_000)}` };
  const text = findingText(
    sampleFinding({ message: 'got \u001b[2J', exchanges: [{ ...sampleCall, response }] }),
  );
  expect(text).not.toContain('\u001b');
  expect(text.length).toBeLessThan(3_000);
});

test('encoded calls are shortened, so that what is beside them can be read', () => {
  const hash = `0x${'ab'.repeat(32)}`;
  const body = `{"callData":"0x826c3f19${'00'.repeat(500)}","hash":"${hash}","estimatedGas":"21000"}`;
  const response = { status: 200, headers: {}, body };
  expect(findingText(sampleFinding({ exchanges: [{ ...sampleCall, response }] }))).toContain(
    `{"callData":"0x826c3f1900000000… (1008 digits)","hash":"${hash}","estimatedGas":"21000"}`,
  );
});

test('of a replay nothing is said of a campaign', () => {
  expect(findingText(sampleFinding({ caseId: 'schema-5e04402250' }))).not.toContain('Seen:');
});

test.each([
  ['simulate', 'Source: sections 2.2 and 2.3'],
  ['shard-statistics', 'Source: the schema of shard-statistics (section 4.3).'],
])('a finding of %s says where its check comes from', (endpoint, source) => {
  const finding = sampleFinding();
  expect(findingText({ ...finding, signature: { ...finding.signature, endpoint } })).toContain(source);
});
