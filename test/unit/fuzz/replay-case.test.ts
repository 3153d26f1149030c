import { readFile, writeFile } from 'node:fs/promises';
import { defineDeployment } from 'crosscheck';
import {
  type CasePlan,
  type CaseRequest,
  type Finding,
  type ReplayOptions,
  replayCase,
} from 'crosscheck/fuzz';
import { constant } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caseRequests } from '../../support/case-requests.js';
import { observerAnswer } from '../../support/observer-answer.js';
import { projectFolder } from '../../support/project-folder.js';
import { answerOf, type RawAnswer, startRawServer } from '../../support/raw-server.js';
import { completePlan, findingId, sampleFinding, writeCorpusEntry } from '../../support/sample-finding.js';

const good = answerOf(200, '{"response":{"simulationStatus":true,"estimatedGas":21000}}');
/** A success with every member that findings are about. */
const complete = answerOf(
  200,
  `{"response":{"simulationStatus":true,"estimatedGas":21000,"feeParams":{"isEip1559":true,"currentBaseFee":"1","suggestedGasPrice":"3","suggestedGasTip":"1"},"outMessages":[{"operationId":"0x${'ab'.repeat(32)}","shardsKey":0}]}}`,
);
const paused = answerOf(200, '{"response":{"simulationStatus":false,"simulationError":"paused"}}');
const bad = answerOf(500, '{"error":"out of order, key-of-ours"}');

/** A deployment that answers control requests, and the simulations of a case with these answers in turn, the last one for ever. */
async function deploymentWith(...answers: readonly RawAnswer[]) {
  let simulations = 0;
  const server = await startRawServer((socket, request) => {
    if (request.method === 'GET') return void socket.write(observerAnswer(request));
    const answer = simulations++ === 0 ? good : answers[Math.min(simulations - 1, answers.length) - 1];
    if (typeof answer === 'function') answer(socket, request);
    else if (answer !== undefined) socket.write(answer);
  });
  const deployment = defineDeployment({
    name: 'staging',
    simulatorUrl: server.origin,
    observerUrl: server.origin,
    headers: { authorization: 'Bearer key-of-ours' },
  });
  /** Bodies of the case's simulations, without that which asks whether the deployment is there. */
  const bodies = () =>
    server.requests.flatMap(({ method, body }) => (method === 'POST' ? [body] : [])).slice(1);
  return { server, bodies, deployment };
}

const shown = (findings: readonly Finding[]): unknown[] =>
  findings.map(({ signature, confidence, runs }) => [
    signature.check,
    confidence,
    `${runs.shown}/${runs.of}`,
  ]);

describe('a replay', () => {
  test('reports the findings of every run of the case, worst first, without secrets', async () => {
    const { deployment, bodies } = await deploymentWith(bad);
    const { findings, isShown, runs, exchanges, plan } = await replayCase({ deployment, plan: completePlan });
    expect(shown(findings)).toContainEqual(['server-error', 'stable', '5/5']);
    expect(findings[0]?.severity).toBe('critical');
    expect({ runs, plan, isShown }).toEqual({ runs: 5, plan: completePlan, isShown: true });
    expect(bodies()).toHaveLength(5);
    expect(exchanges).toMatchObject([{ response: { status: 500 } }]);
    expect(JSON.stringify({ findings, exchanges })).not.toContain('key-of-ours');
  });

  test('reports findings of some runs', async () => {
    const { deployment } = await deploymentWith(good, bad, good);
    const { findings } = await replayCase({ deployment, plan: completePlan, runs: 4 });
    expect(shown(findings)).toContainEqual(['server-error', 'flaky', '1/4']);
  });

  test('finds nothing when the fault is fixed', async () => {
    const { deployment } = await deploymentWith(good);
    expect(await replayCase({ deployment, plan: completePlan, runs: 1 })).toMatchObject({
      isShown: false,
      findings: [],
    });
  });

  test('leaves checks out', async () => {
    const { deployment } = await deploymentWith(bad);
    const { findings } = await replayCase({
      deployment,
      plan: completePlan,
      runs: 1,
      skipChecks: ['server-error'],
    });
    expect(findings.map(({ signature }) => signature.check)).not.toContain('server-error');
  });

  test('takes the case from a file, or by its id from a corpus', async () => {
    const otherMember = answerOf(200, '{"response":{"simulationStatus":true,"estimatedGas":21000,"b":1}}');
    const { deployment, bodies } = await deploymentWith(otherMember);
    const corpus = await projectFolder();
    const file = await writeCorpusEntry(corpus, sampleFinding({ plan: completePlan }));
    await replayCase({ deployment, file, runs: 1 });
    const { findings } = await replayCase({
      deployment,
      id: sampleFinding({ plan: completePlan }).id,
      corpus,
      runs: 1,
    });
    expect(findings[0]?.caseId).toBe(sampleFinding({ plan: completePlan }).id);
    expect(bodies()).toContain(
      caseRequests(completePlan).map((request) => 'body' in request && request.body)[0],
    );
  });

  test('of a finding judges only that one, whatever else its case shows', async () => {
    const corpus = await projectFolder();
    const replay = async (answer: Buffer, source: Partial<ReplayOptions>) =>
      replayCase({ deployment: (await deploymentWith(answer)).deployment, runs: 1, ...source });
    const [found] = (await replay(bad, { plan: completePlan })).findings as [Finding];
    const file = await writeCorpusEntry(corpus, found);
    const otherMember = answerOf(200, '{"response":{"simulationStatus":false,"simulationError":"a","b":1}}');
    const gasAsText = answerOf(200, '{"response":{"simulationStatus":true,"estimatedGas":"21000"}}');
    for (const source of [{ id: found.id, corpus }, { file }]) {
      const { findings, ...other } = await replay(otherMember, source);
      expect(other).toMatchObject({ asked: found.id, isShown: false });
      expect(findings.length).toBeGreaterThan(0);
      await expect(replay(gasAsText, source)).rejects.toThrow(
        `staging answers a valid request of the case with 200 and no verdict, so ${found.id} cannot be judged`,
      );
      expect(await replay(bad, source)).toMatchObject({ asked: found.id, isShown: true });
    }
  });

  test('takes the case from its place in a campaign', async () => {
    const { deployment, bodies } = await deploymentWith(good);
    const request = {
      shardsKey: '7',
      alphaCallParams: { target: `0x${'ab'.repeat(20)}` },
      betaAssets: [],
      betaCaller: `0:${'00'.repeat(32)}`,
    };
    await replayCase({ deployment, caseId: '7:valid/123', calls: constant({ request }), runs: 1 });
    expect(bodies().map((body) => JSON.parse(body))).toEqual([request]);
  });

  test('takes the case from its place in a corpus', async () => {
    const { deployment, bodies } = await deploymentWith(good);
    const corpus = await projectFolder();
    await writeCorpusEntry(corpus, sampleFinding({ plan: completePlan }));
    await replayCase({ deployment, caseId: '7:corpus/0', corpus, runs: 1 });
    expect(bodies()).toHaveLength(1);
  });

  test('ends with the reason of its signal', async () => {
    const stop = new AbortController();
    const { deployment } = await deploymentWith(() => stop.abort(new Error('enough')));
    await expect(replayCase({ deployment, plan: completePlan, signal: stop.signal })).rejects.toThrow(
      'enough',
    );
  });
});

describe('a replay is inconclusive', () => {
  const rejectionOf = async (
    deployment: ReplayOptions['deployment'],
    options: Partial<ReplayOptions> = {},
  ) => {
    const replay = replayCase({ deployment, plan: completePlan, runs: 2, ...options });
    const error = (await replay.catch((thrown: unknown) => thrown)) as Error;
    expect(error).toMatchObject({ code: 'CAMPAIGN_CANNOT_RUN' });
    return error.message;
  };

  test('when the deployment cannot be reached', async () => {
    const url = 'http://127.0.0.1:9';
    const deployment = defineDeployment({ name: 'staging', simulatorUrl: url, observerUrl: url });
    const message = await rejectionOf(deployment, { connectTimeoutMs: 100 });
    expect(message).toContain('The simulator of staging could not be reached');
  });

  test('when the deployment does not answer in time', async () => {
    const { origin } = await startRawServer(() => {});
    const deployment = defineDeployment({ name: 'staging', simulatorUrl: origin, observerUrl: origin });
    expect(await rejectionOf(deployment, { connectTimeoutMs: 100 })).toContain(
      'no complete answer within 100 ms',
    );
  });

  test('when the credentials expire during it', async () => {
    const { deployment } = await deploymentWith(answerOf(401, '{"error":"expired"}'));
    const message = await rejectionOf(deployment);
    expect(message).toContain('all 2 runs of the case got no usable answer from staging');
    expect(message).toContain('Response:   401');
    expect(message).toContain('CROSSCHECK_AUTHORIZATION');
  });

  test('when a cache answers in place of the deployment', async () => {
    const { deployment } = await deploymentWith(
      answerOf(200, '{"response":{"simulationStatus":true}}', { age: '7' }),
    );
    const message = await rejectionOf(deployment);
    expect(message).toMatch(/staging sent an? .*cache.*, so the case cannot be judged/);
    expect(message).toContain('call the service directly');
  });

  test('when a finding is replayed and gets no answer, whatever the silence shows', async () => {
    const corpus = await projectFolder();
    const file = await writeCorpusEntry(corpus, sampleFinding({ plan: completePlan }));
    const { deployment } = await deploymentWith((socket) => socket.destroy());
    expect(await rejectionOf(deployment, { plan: undefined, file })).toContain('got no usable answer');
  });

  test('after one run when the deployment is overloaded', async () => {
    const { deployment, bodies } = await deploymentWith(
      answerOf(503, '{"error":"later"}', { 'retry-after': '0' }),
    );
    expect(await rejectionOf(deployment)).toContain('the only run of the case got no usable answer');
    // The last two are control requests, a call and a simpler one.
    expect(bodies()).toHaveLength(6);
  });
});

describe('it rejects', () => {
  test.each<[string, Partial<ReplayOptions>, string]>([
    ['no case', {}, 'replayCase takes one of plan, file, id and caseId, got none'],
    [
      'two cases',
      { id: 'a', caseId: '7:valid/1' },
      'replayCase takes one of plan, file, id and caseId, got id and caseId',
    ],
    ['a plan that is none', { plan: { ...completePlan, steps: [] } }, 'plan.steps must not be empty, got []'],
    ['a bad option', { plan: completePlan, runs: 0 }, 'runs must be an integer from 1 to 10000, got 0'],
    ['an unknown option', { plan: completePlan, run: 1 } as Partial<ReplayOptions>, 'did you mean runs?'],
    [
      'an option of campaigns that is bad',
      { plan: completePlan, skipChecks: ['a'] as never[] },
      'skipChecks',
    ],
    ['an id of no case', { caseId: '7' }, 'The case id must be like 7:valid/123, got 7'],
    [
      'a case past the end of its phase',
      { caseId: '7:smoke/9999' },
      'There is no case 7:smoke/9999: the phase smoke has',
    ],
    ['a missing file', { file: 'none/a.json' }, 'none/a.json: there is no such file'],
    [
      'an id that the corpus does not have',
      { id: 'schema-5e04402250', corpus: 'none' },
      'none/schema-5e04402250.json: there is no such file',
    ],
  ])('%s', async (_, options, message) => {
    const { deployment, server } = await deploymentWith(good);
    const error = await replayCase({ deployment, ...options }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'USAGE' });
    expect((error as Error).message).toContain(message);
    expect(server.requests).toEqual([]);
  });
});

describe('a finding is not called fixed', () => {
  const askedOf = async (answers: readonly RawAnswer[], runs: number, asked = {}): Promise<Error> => {
    const corpus = await projectFolder();
    const file = await writeCorpusEntry(corpus, sampleFinding({ plan: completePlan, ...asked }));
    const { deployment } = await deploymentWith(...answers);
    return (await replayCase({ deployment, file, runs }).catch((thrown: unknown) => thrown)) as Error;
  };

  test('when some of its runs were not answered', async () => {
    const error = await askedOf([good, good, (socket) => void socket.destroy(), good], 3);
    expect(error).toMatchObject({ code: 'CAMPAIGN_CANNOT_RUN' });
    expect(error.message).toContain('1 of 3 runs of schema-5e04402250 got no usable answer from staging');
  });

  test.each([
    ['content', {}],
    ['failures', { id: 'server-error-…', check: 'server-error' }],
  ])('when the service rejects what it accepted before: %s', async (_, { check }: { check?: string }) => {
    const signature = {
      check: check ?? 'schema',
      endpoint: 'simulate',
      path: check === undefined ? 'response.estimatedGas' : '',
      class: check === undefined ? 'string for integer' : 'status 500 for a valid request',
    };
    const id = findingId(signature);
    const error = await askedOf([good, answerOf(400, '{"error":"no such contract"}')], 2, { id, signature });
    expect(error).toMatchObject({ code: 'CAMPAIGN_CANNOT_RUN' });
    expect(error.message).toContain(
      `staging answers a valid request of the case with 400, so ${id} cannot be judged`,
    );
    expect(error.message).toContain('no such contract');
  });

  test('when the service answers without a verdict, which the finding is about', async () => {
    const ofGas = {
      id: 'gas-missing-0e66454079',
      signature: {
        check: 'gas-missing',
        endpoint: 'simulate',
        path: 'response.estimatedGas',
        class: 'zero',
      },
    };
    const error = await askedOf([good, answerOf(200, '{"response":{}}')], 2, ofGas);
    expect(error).toMatchObject({ code: 'CAMPAIGN_CANNOT_RUN' });
    expect(error.message).toContain(
      'staging answers a valid request of the case with 200 and no verdict, so gas-missing-0e66454079 cannot be judged',
    );
    expect(error.message).toContain('{"response":{}}');
  });

  const findingWith = (
    check: string,
    path: string,
    kind: string,
    answer: 'success' | 'failure',
  ): Partial<Finding> => {
    const signature = { check, endpoint: 'simulate', path, class: kind };
    return { id: findingId(signature), signature, answers: [answer] };
  };

  test.each([
    ['gas-missing', 'response.estimatedGas', 'zero'],
    ['member-format', 'response.outMessages[].operationId', 'not 0x and 64 digits'],
    ['assets-not-conserved', 'response.outMessages', 'less'],
    ['schema', 'response.estimatedGas', 'string for integer'],
    ['content-type', '', 'none'],
  ])('when its call succeeded then and fails now, if only once: %s', async (check, path, kind) => {
    const ofSuccess = findingWith(check, path, kind, 'success');
    const error = await askedOf([good, good, paused, good], 3, ofSuccess);
    expect(error).toMatchObject({ code: 'CAMPAIGN_CANNOT_RUN' });
    expect(error.message).toContain(
      `staging answers a valid request of the case with a failure, not with a success as when ${ofSuccess.id} was found, so it cannot be judged`,
    );
    expect(error.message).toContain('"simulationError":"paused"');
    expect(await askedOf([complete], 3, ofSuccess)).toMatchObject({ isShown: false });
  });

  test.each([
    ['rounded-integer', 'response.outMessages[].shardsKey', 'rounded to a double', '{"outMessages":null}'],
    ['rounded-integer', 'response.outMessages[].shardsKey', 'rounded to a double', '{"outMessages":[{}]}'],
    ['assets-not-conserved', 'response.outMessages', 'lost', '{"outMessages":[]}'],
    ['fee-contradiction', 'response.feeParams.suggestedGasTip', 'tip above price', '{"feeParams":null}'],
    ['schema', 'response.feeParams.isEip1559', 'string for boolean', '{}'],
    ['drift', 'response.feeParams.*', 'unknown member', '{}'],
  ])('when its success lacks what the finding is about: %s at %s', async (check, path, kind, members) => {
    const withMembers = (given: string): Buffer =>
      answerOf(
        200,
        JSON.stringify({ response: { simulationStatus: true, estimatedGas: 21_000, ...JSON.parse(given) } }),
      );
    const found = findingWith(check, path, kind, 'success');
    const error = await askedOf([complete, withMembers(members), complete], 3, found);
    expect(error).toMatchObject({ code: 'CAMPAIGN_CANNOT_RUN' });
    expect(error.message).toContain(
      `staging answers a valid request of the case without ${path.replace('.*', '')}, which ${found.id} is about, so it cannot be judged`,
    );
    expect(await askedOf([complete], 3, found)).toMatchObject({ isShown: false });
  });

  test.each([
    ['drift', 'response.*', 'unknown member'],
    ['verdict-contradicts-error', 'response.simulationError', 'error of a success'],
    ['unstable-members', 'response.outMessages', 'absent'],
  ])('except that leaving out a member may be the fix: %s', async (check, path, kind) => {
    const found = findingWith(check, path, kind, 'success');
    expect(await askedOf([good], 2, found)).toMatchObject({ isShown: false });
  });

  test('when its call failed then and succeeds now', async () => {
    const failed = findingWith('unexpected-error', 'response.simulationError', 'other', 'failure');
    expect((await askedOf([good], 2, failed)).message).toContain(
      'with a success, not with a failure as when',
    );
    expect(await askedOf([paused], 2, failed)).toMatchObject({ isShown: false });
  });

  test('when its call fails and an entry of 0.1 does not say whether it did then', async () => {
    const replayOf = async (found: Partial<Finding>) => {
      const file = await writeCorpusEntry(
        await projectFolder(),
        sampleFinding({ plan: completePlan, ...found }),
      );
      const { answers, ...entry } = JSON.parse(await readFile(file, 'utf8'));
      expect(answers).toEqual(['success']);
      await writeFile(file, JSON.stringify(entry));
      const { deployment } = await deploymentWith(good, paused);
      return replayCase({ deployment, file, runs: 2 }).catch((thrown: unknown) => thrown);
    };
    expect(
      await replayOf(findingWith('gas-missing', 'response.estimatedGas', 'zero', 'success')),
    ).toMatchObject({
      code: 'CAMPAIGN_CANNOT_RUN',
    });
    expect(await replayOf(findingWith('slow-response', '', 'slow', 'success'))).toMatchObject({
      isShown: false,
    });
  });

  test('except that another verdict may be the fix of a wrong one', async () => {
    const ofVerdict = findingWith('wrong-verdict', 'response.simulationStatus', 'true for false', 'success');
    expect(await askedOf([good, paused], 2, ofVerdict)).toMatchObject({ isShown: false });
  });

  test.each([
    ['the request that is changed', [paused], 'fixed'],
    ['the request that it is compared with', [good], 'not judged'],
  ] as const)(
    'but a comparison of verdicts needs its base: other verdict of %s',
    async (_, answers, result) => {
      const [{ requests: [request] = [] } = { requests: [] }] = completePlan.steps;
      const step = { requests: [request as CaseRequest] };
      const plan: CasePlan = {
        phase: 'metamorphic',
        kind: 'key-order',
        steps: [step, step],
        relation: { name: 'key-order', pairs: [[0, 1]] },
      };
      const signature = {
        check: 'key-order',
        endpoint: 'simulate',
        path: 'response.simulationStatus',
        class: 'differs',
      };
      const found = { id: findingId(signature), signature, plan, answers: ['failure', 'success'] };
      const given = await askedOf(answers, 1, found);
      if (result === 'fixed') expect(given).toMatchObject({ isShown: false });
      else
        expect(given.message).toContain('of the case with a success, not with a failure as when key-order-');
    },
  );

  describe('verdicts that were recorded while the fault was active do not cast doubt on its fix', () => {
    const [{ requests: [given] = [] } = { requests: [] }] = completePlan.steps;
    const base = given as CaseRequest;
    const other: CaseRequest = { ...base, headers: { 'x-other': '1' } } as CaseRequest;
    const found = (
      name: 'isolation' | 'key-order',
      requests: readonly CaseRequest[],
      recorded: readonly boolean[],
    ) => {
      const pairs: [number, number][] = name === 'isolation' ? [[1, 3], [5, 3]] : [[0, 1]]; // biome-ignore format: short
      const signature = {
        check: name,
        endpoint: 'simulate',
        path: 'response.simulationStatus',
        class: 'differs',
      };
      const steps = requests.map((request) => ({ requests: [request] }));
      const plan: CasePlan = { phase: 'metamorphic', kind: name, steps, relation: { name, pairs } };
      const answers = recorded.map((isSuccess) => (isSuccess ? 'success' : 'failure'));
      return { id: findingId(signature), signature, plan, answers };
    };

    test('of requests that are not compared, and of a base that was answered otherwise before', async () => {
      const requests = [base, base, other, base, other, base];
      const fixed = await askedOf(
        [good],
        1,
        found('isolation', requests, [true, true, false, false, true, false]),
      );
      expect(fixed).toMatchObject({ isShown: false });
      const paused6 = await askedOf(
        [paused],
        1,
        found('isolation', requests, [true, true, false, false, true, true]),
      );
      expect(paused6.message).toContain('of the case with a failure, not with a success as when isolation-');
      expect(paused6.message).toContain('if this verdict is right, the earlier one was the defect');
    });

    test('and where the rest of the answer contradicts its verdict, the replay says which one to trust', async () => {
      const kind = 'messages of a failure';
      const asked = findingWith('unexpected-messages', 'response.outMessages', kind, 'success');
      const error = await askedOf([paused], 1, asked);
      expect(error.message).toContain('of the case with a failure, not with a success as when');
      expect(error.message).toContain('if this verdict is right, the earlier one was the defect');
    });

    test('where the author of the call stated the verdict', async () => {
      const succeeding = { ...base, expect: { ...base.expect, succeeds: true } } as CaseRequest;
      const asked = found('key-order', [succeeding, succeeding], [false, true]);
      expect(await askedOf([good], 1, asked)).toMatchObject({ isShown: false });
    });
  });

  test('when a record that was included then is pending now, but not when its operation moved on', async () => {
    const operationId = `0x${'ab'.repeat(32)}`;
    const signature = {
      check: 'included-without-transaction',
      endpoint: 'inclusion',
      path: 'response.transactions',
      class: 'empty',
    };
    const id = findingId(signature);
    const record = (stage: string): string =>
      JSON.stringify({ response: { operationId, operationType: 'ALPHA-BETA', stage } });
    const found = sampleFinding({
      id,
      signature,
      plan: {
        phase: 'stateful',
        kind: 'poll',
        steps: [
          {
            requests: [
              {
                endpoint: 'inclusion',
                query: `operationId=${operationId}`,
                expect: { kind: 'known', operationId },
              },
            ],
          },
        ],
      },
      answers: ['collectedInBETA'],
    });
    const file = await writeCorpusEntry(await projectFolder(), found);
    const replayAt = async (stage: string) => {
      const { origin } = await startRawServer((socket, request) => {
        const isKnown = request.method === 'GET' && request.target.includes(operationId);
        if (request.method === 'GET')
          socket.write(isKnown ? answerOf(200, record(stage)) : observerAnswer(request));
        else socket.write(good);
      });
      const deployment = defineDeployment({ name: 'staging', simulatorUrl: origin, observerUrl: origin });
      const skipChecks: ReplayOptions['skipChecks'] = [
        'transaction-missing',
        'schema',
        'included-without-transaction',
        'record-incomplete',
      ];
      const options = { deployment, file, operationIds: [operationId], runs: 1, skipChecks };
      return replayCase(options).catch((thrown: unknown) => thrown);
    };
    expect(((await replayAt('start')) as Error).message).toContain(
      `staging answers a query for a known operation of the case with the stage start, not with the stage collectedInBETA as when ${id} was found`,
    );
    expect(await replayAt('executedInBETA')).toMatchObject({ isShown: false });
  });

  const invalidPlan: CasePlan = {
    phase: 'invalid',
    kind: 'no-body',
    steps: [
      {
        requests: [
          {
            endpoint: 'simulate',
            body: '{}',
            expect: { kind: 'rejected', mutation: 'empty', path: '', reason: 'It is empty.' },
          },
        ],
      },
    ],
  };

  test('when the service answers with successes that have an error', async () => {
    const contradicting = answerOf(200, '{"response":{"simulationStatus":true,"simulationError":"paused"}}');
    const error = await askedOf([contradicting], 2);
    expect(error.message).toContain('staging answers a valid request of the case with 200 and no verdict');
  });

  test.each([
    invalidPlan,
    {
      ...invalidPlan,
      phase: 'wire',
      steps: [{ requests: [{ endpoint: 'simulate', method: 'PUT', expect: { kind: 'wrong-method' } }] }],
    } as CasePlan,
  ])('when the service rejects valid requests as well: $phase', async (plan) => {
    const refusing = answerOf(400, '{"error":"no"}');
    const ofInvalid = { plan };
    const error = await askedOf([refusing], 2, ofInvalid);
    expect(error.message).toContain(
      'staging does not accept a valid request either, so schema-5e04402250 cannot be judged',
    );
    const file = await writeCorpusEntry(await projectFolder(), sampleFinding(ofInvalid));
    const overloaded = answerOf(503, '{"error":"busy"}', { 'retry-after': '0' });
    for (const answers of [
      [refusing, refusing, good],
      [refusing, refusing, overloaded, overloaded, good],
    ]) {
      const { deployment } = await deploymentWith(...answers);
      expect(await replayCase({ deployment, file, runs: 2 })).toMatchObject({ isShown: false });
    }
  });

  test('when it is flaky and the runs without it are too few', async () => {
    const flaky: Partial<Finding> = {
      confidence: 'flaky',
      runs: { shown: 0, of: 5 },
      frequency: { shown: 10, of: 100, requests: 'valid requests' },
    };
    const error = await askedOf([good], 5, flaky);
    expect(error).toMatchObject({ code: 'CAMPAIGN_CANNOT_RUN' });
    expect(error.message).toContain('schema-5e04402250 is rare: 5 clean runs do not prove a fix');
    expect(error.message).toContain('runs: 30');
    const file = await writeCorpusEntry(
      await projectFolder(),
      sampleFinding({ plan: completePlan, ...flaky }),
    );
    const { deployment } = await deploymentWith(good);
    expect(await replayCase({ deployment, file })).toMatchObject({ isShown: false, runs: 30 });
  });

  test('when the deployment does not know the operation that its case asks for', async () => {
    const operationId = `0x${'ab'.repeat(32)}`;
    const plan: CasePlan = {
      phase: 'stateful',
      kind: 'repeated',
      steps: [
        {
          requests: [
            {
              endpoint: 'inclusion',
              query: `operationId=${operationId}`,
              expect: { kind: 'known', operationId },
            },
          ],
        },
      ],
    };
    const error = await askedOf([good], 2, { plan });
    expect(error).toMatchObject({ code: 'CAMPAIGN_CANNOT_RUN' });
    expect(error.message).toContain(`staging does not know the operation ${operationId}`);
    expect(error.message).toContain('or name it in operationIds if this one must know it');
    const { deployment } = await deploymentWith(good);
    const replay = await replayCase({ deployment, plan, operationIds: [operationId], runs: 2 });
    expect(shown(replay.findings)).toEqual([['valid-request-rejected', 'stable', '2/2']]);
  });
});
