import { type Finding, type FindingTextOptions, findingText, knownChecks } from 'crosscheck/fuzz';
import { expect, test } from 'vitest';
import { sampleCall, sampleFinding, samplePlan } from '../../../support/sample-finding.js';

/** Without what the checks say of themselves. */
function steadyText(finding: Finding, options: FindingTextOptions = {}): string {
  const text = findingText(finding, { corpus: '.crosscheck/corpus', ...options });
  return text.replace(/^ {2}Source:.*\n(?: {14}.*\n)*/m, '  Source:     …\n');
}

/** Without line breaks within a fact. */
function onLines(text: string): string {
  return text
    .replace(/([^,])\n {14}/g, '$1 ')
    .replace(/,\n {14}(?=")/g, ',')
    .replace(/\n {14}/g, ' ');
}

test('prints a stable finding', () => {
  expect(steadyText(sampleFinding())).toMatchInlineSnapshot(`
    "MAJOR schema-5e04402250: string for integer at response.estimatedGas (simulate)
      Expected:   response.estimatedGas must be an integer
      Received:   "21000"
      Source:     …
      Confidence: stable 5/5, in 12 cases such as 7:valid/123, first after 3.2 s
      Request:    POST /alpha/simulator/simulate-message {"shardsKey":"0"}
      Response:   200 after 12 ms: {"response":{"simulationStatus":true,
                  "estimatedGas":"21000"}}
      Repeat:     npx crosscheck replay schema-5e04402250"
  `);
});

test('shows the headers that the case sets, with the values that were sent', () => {
  const [step] = samplePlan.steps;
  const headers = { 'Content-Type': 'json', Authorization: 'Bearer of the case' };
  const requests = [{ ...step?.requests[0], headers }] as NonNullable<typeof step>['requests'];
  const sent = { ...sampleCall.request, headers: { ...sampleCall.request.headers, 'content-type': 'json' } };
  const finding = sampleFinding({
    plan: { ...samplePlan, steps: [{ requests }] },
    exchanges: [{ ...sampleCall, request: sent }],
  });
  expect(onLines(findingText(finding))).toContain(
    '  Request:    POST /alpha/simulator/simulate-message with Content-Type "json", Authorization "[redacted]" {"shardsKey":"0"}\n',
  );
});

test('shows the members of the request whose values the finding names, also if they are not at its start', () => {
  const target = `0x${'11'.repeat(20)}`;
  const executorAddress = `0x${'Ab'.repeat(20)}`;
  const call = { target, arguments: `0x${'22'.repeat(64)}`, methodName: 'bounce(bytes,bytes)' };
  const body = JSON.stringify({ shardsKey: '0', evmCallParams: call, tvmAssets: [], executorAddress });
  const finding = sampleFinding({
    expected: `the executor of the request, ${executorAddress.toLowerCase()}, as the sender, and not ${target}`,
    exchanges: [{ ...sampleCall, request: { ...sampleCall.request, body } }],
  });
  const [, request] = /^ {2}Request: +(.+)$/m.exec(onLines(findingText(finding))) ?? [];
  expect(request?.split(target)).toHaveLength(2);
  expect(request).toMatch(/… with executorAddress "0x(Ab){20}"$/);
});

test('prints the source of the rule, and describes the check only if the finding does not say what was expected', () => {
  const [check] = knownChecks;
  const signature = { ...sampleFinding().signature, check: check?.name ?? '' };
  const source = `  Source:     ${check?.source}.`;
  const about = `  Check:      ${check?.about}`;
  const expected = onLines(findingText(sampleFinding({ signature }))).split('\n');
  expect(expected).toContain(source);
  expect(expected).not.toContain(about);
  const found = sampleFinding({ signature, message: 'the connection was closed' });
  expect(onLines(findingText(found)).split('\n')).toEqual(expect.arrayContaining([about, source]));
});

test('prints the answer once if it is what was received', () => {
  const expected = 'a rejection with a 4xx status';
  const message = `expected ${expected}, got 200 with {"response":{}}`;
  const text = findingText(sampleFinding({ message, expected }));
  expect(text).toContain('  Expected:   a rejection with a 4xx status\n');
  expect(text).not.toContain('Received:');
  expect(text).toContain('  Response:   200 after 12 ms: {"response":{');
});

test('does not split a text of the service that contains ", got "', () => {
  const expected = 'the error "revert: wanted 3, got 4" of an earlier answer';
  const received = '"revert: wanted 5, got 6"';
  const message = `expected ${expected}, got ${received}`;
  const text = onLines(findingText(sampleFinding({ message, expected, received })));
  expect(text).toContain(`  Expected:   ${expected}\n  Received:   ${received}\n`);
});

test('prints the message of a finding of an older report', () => {
  const message = 'expected the error "wanted 3, got 4" of an earlier answer, got none';
  const text = onLines(findingText(sampleFinding({ message })));
  expect(text).toContain(`  Found:      ${message}\n`);
  expect(text).not.toContain('Expected:');
});

test('prints the members of the second request that differ from the first', () => {
  const bodies = [
    { shardsKey: '0', alphaCallParams: { target: '0x01' }, executorAddress: '0x02' },
    { shardsKey: '0', alphaCallParams: { target: '0x03' }, extraData: '0x' },
    { alphaCallParams: { target: '0x01' }, shardsKey: '0', executorAddress: '0x02' },
    { shardsKey: '1', alphaCallParams: {}, a: 1, b: 2, c: 3 },
  ];
  const [first, ...others] = bodies.map((body) => ({
    ...sampleCall,
    request: { ...sampleCall.request, body: JSON.stringify(body) },
  })) as [typeof sampleCall, ...(typeof sampleCall)[]];
  const second = (call: typeof sampleCall): string | undefined =>
    /^ {2}Request 2: +(.+)$/m.exec(
      onLines(findingText(sampleFinding({ family: 'metamorphic', exchanges: [first, call] }))),
    )?.[1];
  const otherHeader = { ...first, request: { ...first.request, headers: { accept: '*/*' } } };
  expect(second(otherHeader)).toMatch(/^POST \/alpha/);
  expect([first, ...others].map(second)).toEqual([
    'the same as request 1',
    'as request 1, with alphaCallParams.target "0x03", with extraData "0x", without executorAddress',
    'as request 1, written differently',
    'POST /alpha/simulator/simulate-message {"shardsKey":"1","alphaCallParams":{},"a":1,"b":2,"c":3}',
  ]);
});

test('prints a finding whose case no corpus has', () => {
  expect(steadyText(sampleFinding(), { corpus: false, show: ['curl', 'test'] })).toMatchInlineSnapshot(`
    "MAJOR schema-5e04402250: string for integer at response.estimatedGas (simulate)
      Expected:   response.estimatedGas must be an integer
      Received:   "21000"
      Source:     …
      Confidence: stable 5/5, in 12 cases such as 7:valid/123, first after 3.2 s
      Request:    POST /alpha/simulator/simulate-message {"shardsKey":"0"}
      Response:   200 after 12 ms: {"response":{"simulationStatus":true,
                  "estimatedGas":"21000"}}
      Repeat:     npx crosscheck replay 7:valid/123
                  Add the other options of the campaign, such as its calls.

    Curl:
    # set AUTHORIZATION to the value of the header authorization
    curl -isS -w '\\n' -X POST 'http://127.0.0.1:8545/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' -H 'authorization: '"\${AUTHORIZATION:?}" --data-raw '{"shardsKey":"0"}'

    Test:
    import { currentDeployment } from 'crosscheck';
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
    }, 60_000);"
  `);
});

test('prints a flaky finding of several requests, with a corpus of another name', () => {
  const requests = samplePlan.steps.flatMap((step) => step.requests);
  const text = steadyText(
    sampleFinding({
      family: 'metamorphic',
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
    { corpus: 'test/corpus' },
  );
  expect(text).toMatchInlineSnapshot(`
    "MAJOR schema-5e04402250: string for integer at response.estimatedGas (simulate)
      Expected:   response.estimatedGas must be an integer
      Received:   "21000"
      Source:     …
      Confidence: flaky, 3 of 5 runs showed it; seen in 1 case, 7:valid/123, after
                  3.2 s
      Requests:   3, of which these are the last
      Request 2:  POST /alpha/simulator/simulate-message {"shardsKey":"0"}
      Response 2: 200 after 12 ms: {"response":{"simulationStatus":true,
                  "estimatedGas":"21000"}}
      Request 3:  the same as request 2
      Response 3: 200 after 12 ms: {"response":{"simulationStatus":true,
                  "estimatedGas":"21000"}}
      What to do: replay it a few times, and look for state, ordering and load in
                  the service: the same requests get different answers
      Repeat:     npx crosscheck replay test/corpus/schema-5e04402250.json"
  `);
});

test('shows the request that it is about, and the one before it if they may be compared', () => {
  const { response: _, ...call } = sampleCall;
  const closed = {
    ...call,
    attempts: [{ startedAfterMs: 0, durationMs: 31, failure: 'the server closed the connection' }],
  };
  const exchanges = [sampleCall, sampleCall, closed, sampleCall, sampleCall];
  const shownOf = (changes: Partial<Finding>): string[] => {
    const lines = steadyText(sampleFinding({ exchanges, at: 2, ...changes })).split('\n');
    return lines.slice(
      lines.findIndex((line) => line.startsWith('  Requests:')),
      -1,
    );
  };
  expect(shownOf({})).toEqual([
    '  Requests:   5, of which number 3 shows it',
    '  Request 3:  POST /alpha/simulator/simulate-message {"shardsKey":"0"}',
    '  Response 3: none after 12 ms: the server closed the connection',
  ]);
  expect(shownOf({ family: 'meaning' })).toEqual([
    '  Requests:   5, of which number 3 shows it',
    '  Request 2:  POST /alpha/simulator/simulate-message {"shardsKey":"0"}',
    '  Response 2: 200 after 12 ms: {"response":{"simulationStatus":true,',
    '              "estimatedGas":"21000"}}',
    '  Request 3:  the same as request 2',
    '  Response 3: none after 12 ms: the server closed the connection',
  ]);
});

test('shows the part of a long answer that has the member that it is about', () => {
  const response = { outMessages: Array(60).fill({ shardsKey: '1' }), estimatedGas: '21000', gas: 1 };
  const exchanges = [
    { ...sampleCall, response: { status: 200, headers: {}, body: JSON.stringify({ response }) } },
  ];
  expect(onLines(steadyText(sampleFinding({ exchanges })))).toContain(
    ': …"estimatedGas":"21000","gas":1}}\n',
  );
  const absent = sampleFinding({
    exchanges,
    signature: { ...sampleFinding().signature, path: 'response.no' },
  });
  expect(onLines(steadyText(absent))).toContain(': {"response":{"outMessages":[{"shardsKey":"1"},');
});

test('prints an unconfirmed finding without an answer', () => {
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
    "MAJOR schema-5e04402250: string for integer at response.estimatedGas (simulate)
      Expected:   response.estimatedGas must be an integer
      Received:   "21000"
      Source:     …
      Confidence: unconfirmed, it was not rerun; seen in 12 cases such as
                  7:valid/123, first after 3.2 s
      Request:    POST /alpha/simulator/simulate-message {"shardsKey":"0"}
      Response:   none after 12 ms: the server closed the connection
      What to do: replay it once the service is reachable again: this case may have
                  crashed it
      Repeat:     npx crosscheck replay 7:valid/123
                  Add the other options of the campaign, such as its calls."
  `);
});

test('prints a finding that was not reproduced, with an answer that broke off', () => {
  const text = steadyText(
    sampleFinding({
      confidence: 'not-reproduced',
      runs: { shown: 0, of: 5 },
      predecessors: 64,
      exchanges: [{ ...sampleCall, attempts: [{ startedAfterMs: 0, durationMs: 12, failure: 'timed out' }] }],
    }),
  );
  expect(text.split('\n')).toMatchInlineSnapshot(`
    [
      "MAJOR schema-5e04402250: string for integer at response.estimatedGas (simulate)",
      "  Expected:   response.estimatedGas must be an integer",
      "  Received:   "21000"",
      "  Source:     …",
      "  Confidence: not reproduced, none of 5 runs showed it; replaying the 64",
      "              preceding requests did not help; seen in 12 cases such as",
      "              7:valid/123, first after 3.2 s",
      "  Request:    POST /alpha/simulator/simulate-message {"shardsKey":"0"}",
      "  Response:   200 after 12 ms: {"response":{"simulationStatus":true,",
      "              "estimatedGas":"21000"}}, incomplete: timed out",
      "  What to do: check the logs of the service for that time",
      "  Repeat:     npx crosscheck replay 7:valid/123",
      "              Add the other options of the campaign, such as its calls.",
    ]
  `);
});

test('prints flaky findings that no run or every run showed, raw bytes, and a known finding', () => {
  const rawPlan: Finding['plan'] = {
    phase: 'wire',
    kind: 'two-hosts',
    steps: [
      {
        requests: [
          {
            endpoint: 'simulate',
            wire: [{ bytes: 'POST {path} HTTP/1.1\r\n\r\n' }],
            expect: { kind: 'rejected', mutation: 'two-hosts', path: '', reason: 'It has two headers Host.' },
          },
        ],
      },
    ],
  };
  const withRawPredecessor = { ...samplePlan, steps: [...rawPlan.steps, ...samplePlan.steps] };
  const lines = (text: string): string[] =>
    onLines(text)
      .split('\n')
      .filter((line) => /^(?:[A-Z]+ s| {2}Confidence| {2}What to do)/.test(line));
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
    ...lines(findingText(sampleFinding({ confidence: 'flaky' }))),
    ...lines(findingText(sampleFinding({ confidence: 'not-reproduced', runs: { shown: 0, of: 1 } }))),
    ...lines(findingText(sampleFinding({ plan: rawPlan }))),
    ...lines(findingText(sampleFinding({ context: 'predecessors', plan: withRawPredecessor, at: 1 }))),
    ...lines(findingText(sampleFinding({ context: 'concurrency', runsAlone: { shown: 0, of: 5 } }))),
    ...lines(
      findingText(
        sampleFinding({
          signature: { ...sampleFinding().signature, class: 'status 401' },
          exchanges: [{ ...sampleCall, response: { status: 401, headers: {}, body: '{}' } }],
          confidence: 'flaky',
          runs: { shown: 0, of: 0 },
          frequency: { shown: 71, of: 381, requests: 'valid requests' },
        }),
      ),
    ),
    ...lines(findingText(sampleFinding({ isKnown: true }))),
    ...lines(findingText(sampleFinding({ confidence: 'unconfirmed', runs: { shown: 2, of: 2 } }))),
  ]).toMatchInlineSnapshot(`
    [
      "MAJOR schema-5e04402250: string for integer at response.estimatedGas (simulate)",
      "  Confidence: flaky, none of 5 runs showed it; 10 of 100 valid requests of the campaign showed it; seen in 12 cases such as 7:valid/123, first after 3.2 s",
      "  What to do: replay it a few times, and look for state, ordering and load in the service: the same requests get different answers",
      "MAJOR schema-5e04402250: string for integer at response.estimatedGas (simulate)",
      "  Confidence: flaky, all 5 runs showed it, but only together with answers of other cases; seen in 12 cases such as 7:valid/123, first after 3.2 s",
      "  What to do: replay it a few times, and look for state, ordering and load in the service: the same requests get different answers",
      "MAJOR schema-5e04402250: string for integer at response.estimatedGas (simulate)",
      "  Confidence: not reproduced, one more run did not show it; seen in 12 cases such as 7:valid/123, first after 3.2 s",
      "  What to do: check the logs of the service for that time",
      "MAJOR schema-5e04402250: string for integer at response.estimatedGas (simulate)",
      "  Confidence: stable 5/5, in 12 cases such as 7:valid/123, first after 3.2 s",
      "  What to do: fix the HTTP server that answers these bytes, or the proxy in front of it; to accept it, add it to a baseline (--write-baseline)",
      "MAJOR schema-5e04402250: string for integer at response.estimatedGas (simulate)",
      "  Confidence: stable, all 5 runs after the preceding requests showed it; seen in 12 cases such as 7:valid/123, first after 3.2 s",
      "  What to do: look for state that the service keeps: the requests before it in the case change its answer",
      "MAJOR schema-5e04402250: string for integer at response.estimatedGas (simulate)",
      "  Confidence: stable, all 5 runs with the concurrent requests showed it, 0 of 5 alone; seen in 12 cases such as 7:valid/123, first after 3.2 s",
      "  What to do: look for state that requests share: the concurrent requests of the case change its answer",
      "MAJOR schema-5e04402250: status 401 at response.estimatedGas (simulate)",
      "  Confidence: flaky, every rerun was inconclusive; 71 of 381 valid requests of the campaign showed it; seen in 12 cases such as 7:valid/123, first after 3.2 s",
      "  What to do: check whether the credentials expire, and whether one replica of the service rejects them",
      "MAJOR schema-5e04402250: string for integer at response.estimatedGas (simulate)",
      "  Confidence: stable 5/5, in 12 cases such as 7:valid/123, first after 3.2 s",
      "  What to do: none needed: the baseline accepts it",
      "MAJOR schema-5e04402250: string for integer at response.estimatedGas (simulate)",
      "  Confidence: unconfirmed, all 2 runs showed it, but the deployment stopped answering; seen in 12 cases such as 7:valid/123, first after 3.2 s",
      "  What to do: replay it once the service is reachable again: this case may have crashed it",
    ]
  `);
});

test('shows only the last of many requests', () => {
  const exchanges = Array.from({ length: 8 }, () => sampleCall);
  const text = findingText(sampleFinding({ family: 'meaning', exchanges }));
  expect(text).toContain('Requests:   8, of which these are the last');
  expect(text).not.toContain('Request 6');
  expect(text).toContain('Response 8:');
});

test('escapes and cuts what the service wrote', () => {
  const response = { status: 200, headers: {}, body: `\u001b[2J${'a'.repeat(5_000)}` };
  const text = findingText(
    sampleFinding({ message: 'got \u001b[2J', exchanges: [{ ...sampleCall, response }] }),
  );
  expect(text).not.toContain('\u001b');
  expect(text.length).toBeLessThan(3_000);
});

test('shortens encoded calls and hashes, and breaks no address over lines', () => {
  const hash = `0x${'ab'.repeat(20)}`;
  const body = `{"callData":"0x826c3f19${'00'.repeat(500)}","hash":"${hash}","estimatedGas":"21000"}`;
  const response = { status: 200, headers: {}, body };
  expect(
    findingText(sampleFinding({ exchanges: [{ ...sampleCall, response }] })).replace(/\s/g, ''),
  ).toContain(`{"callData":"0x826c3f1900000000…(1008digits)","hash":"${hash}","estimatedGas":"21000"}`);
  const nested = JSON.stringify({
    alphaCallParams: { target: `0x${'12'.repeat(20)}` },
    betaCaller: `0:${'cd'.repeat(32)}`,
  });
  const request = { ...sampleCall.request, body: nested };
  const lines = findingText(sampleFinding({ exchanges: [{ ...sampleCall, request }] })).split('\n');
  expect(lines).toContainEqual(expect.stringContaining(`"0x${'12'.repeat(20)}"`));
  expect(lines).toContainEqual(expect.stringContaining('"0:cdcdcdcdcdcdcdcd… (64 digits)"'));
});

test('says nothing of a campaign for a replay', () => {
  expect(findingText(sampleFinding({ caseId: 'schema-5e04402250' }))).not.toContain('Seen:');
});

test.each([
  ['simulate', 'Source:     sections 2.2 and 2.3'],
  ['shard-statistics', 'Source:     the schema of shard-statistics (section 4.3).'],
])('names the source of the check %s', (endpoint, source) => {
  const finding = sampleFinding();
  expect(onLines(findingText({ ...finding, signature: { ...finding.signature, endpoint } }))).toContain(
    source,
  );
});
