import 'crosscheck/vitest';
import { configure, createClient, InconclusiveError, UsageError } from 'crosscheck';
import { matchers } from 'crosscheck/matchers';
import { afterEach, describe, expect, it } from 'vitest';
import { type Answer, record, status } from '../../support/scripted-observer.js';
import { masked, messageOf } from './messages.js';
import { request, secret, simulator } from './simulator.js';

const success = record({
  simulationStatus: true,
  estimatedGas: 120_000,
  estimatedJettonFeeAmount: '31',
  feeParams: { currentBaseFee: '7' },
  debugInfo: { blockNumber: 12 },
  outMessages: [{ payload: '0x' }],
});
const failure = record({
  simulationStatus: false,
  simulationError: `InsufficientOutput(1, 0) for ${secret}`,
  message: 'execution reverted',
  outMessages: null,
});

afterEach(() => configure({ deployment: undefined }));

describe('toSimulateSuccessfully', () => {
  it('passes for a successful simulation of a request, result, promise or function', async () => {
    const deployment = await simulator(success);
    const { signal } = new AbortController();
    const result = await createClient(deployment).simulate(request);
    await expect(request).toSimulateSuccessfully({ deployment });
    await expect(result).toSimulateSuccessfully();
    await expect(Promise.resolve(result)).toSimulateSuccessfully();
    await expect(Promise.resolve(result)).resolves.toSimulateSuccessfully();
    await expect((context: { signal: AbortSignal }) => {
      expect(context.signal).toBeInstanceOf(AbortSignal);
      return request;
    }).toSimulateSuccessfully({ deployment, signal });
  });

  it('uses the deployment in force', async () => {
    configure({ deployment: await simulator(success) });
    await expect(request).toSimulateSuccessfully();
  });

  it('fails for a failed simulation, with the error and a command that repeats the request', async () => {
    const deployment = await simulator(failure);
    const message = await messageOf(expect(request).toSimulateSuccessfully({ deployment }));
    expect(message).not.toContain(secret);
    expect(masked(message)).toMatchInlineSnapshot(`
      "expect(simulation).toSimulateSuccessfully(): simulation failed: InsufficientOutput(1, 0) for [redacted]

      Expected:   simulationStatus true
      Received:   simulationStatus false
      Error:      InsufficientOutput(1, 0) for [redacted]
      Message:    execution reverted
      Call:       0x52908400098527886E0F7030069857D2E4169EE7 swap
      Block:      absent   Gas: absent   Fee: absent   Base fee: absent
      Messages:   null
      Trace ID:   <trace>
      Reproduce:  curl -sS -X POST 'http://127.0.0.1:<port>/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' --data-raw '{"shardsKey":"1763712000042","alphaCallParams":{"target":"0x52908400098527886E0F7030069857D2E4169EE7","methodName":"swap"},"betaAssets":[{"amount":"1000000000"}],"betaCaller":"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"}'"
    `);
  });

  it('passes when negated for a failed simulation', async () => {
    const deployment = await simulator(failure);
    await expect(request).not.toSimulateSuccessfully({ deployment });
    await expect(await createClient(deployment).simulate(request)).not.toSimulateSuccessfully();
  });

  it('fails when negated for a successful simulation', async () => {
    const deployment = await simulator(success);
    const message = await messageOf(expect(request).not.toSimulateSuccessfully({ deployment }));
    expect(masked(message)).toMatchInlineSnapshot(`
      "expect(simulation).not.toSimulateSuccessfully(): simulation succeeded

      Expected:   simulationStatus false
      Received:   simulationStatus true
      Call:       0x52908400098527886E0F7030069857D2E4169EE7 swap
      Block:      12   Gas: 120000   Fee: 31   Base fee: 7
      Messages:   1
      Trace ID:   <trace>
      Reproduce:  curl -sS -X POST 'http://127.0.0.1:<port>/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' --data-raw '{"shardsKey":"1763712000042","alphaCallParams":{"target":"0x52908400098527886E0F7030069857D2E4169EE7","methodName":"swap"},"betaAssets":[{"amount":"1000000000"}],"betaCaller":"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"}'"
    `);
  });
});

describe('toSimulateSuccessfully passes in neither polarity', () => {
  it.each<[string, Answer, string]>([
    ['there is no simulationStatus', record({ simulationError: 'reverted' }), 'INCONCLUSIVE'],
    ['the service fails', status(500, { error: 'out of memory' }), 'HTTP_STATUS'],
    ['the service rejects', status(400, { error: 'bad target' }), 'HTTP_STATUS'],
    ['the connection breaks', 'reset', 'HTTP_NETWORK'],
    ['the answer is HTML', { status: 200, body: '<html></html>' }, 'HTTP_BODY_NOT_JSON'],
    ['the answer has another shape', record({ simulationStatus: 'true' }), 'SCHEMA_MISMATCH'],
  ])('when %s', async (_, answer, code) => {
    const deployment = await simulator(answer);
    await expect(expect(request).toSimulateSuccessfully({ deployment })).rejects.toMatchObject({ code });
    await expect(expect(request).not.toSimulateSuccessfully({ deployment })).rejects.toMatchObject({ code });
  });

  it('when the request is not valid, or its promise rejects', async () => {
    const deployment = await simulator(success);
    const failed = new Error('no request');
    const invalid: unknown = { shardsKey: 'x' };
    for (const assertion of [expect(invalid), expect(invalid).not]) {
      await expect(assertion.toSimulateSuccessfully({ deployment })).rejects.toMatchObject({
        code: 'REQUEST_INVALID',
      });
    }
    for (const assertion of [expect(Promise.reject(failed)), expect(() => Promise.reject(failed)).not]) {
      await expect(assertion.toSimulateSuccessfully({ deployment })).rejects.toBe(failed);
    }
  });

  it('when it was aborted', async () => {
    const deployment = await simulator(failure);
    const signal = AbortSignal.abort(new Error('over'));
    await expect(expect(request).not.toSimulateSuccessfully({ deployment, signal })).rejects.toThrow('over');
  });

  it('for an answer that a cache sent', async () => {
    const body = { response: { simulationStatus: true } };
    const cached = await simulator(status(200, body, { age: '30', 'content-type': 'application/json' }));
    for (const assertion of [expect(request), expect(request).not]) {
      const outcome = assertion.toSimulateSuccessfully({ deployment: cached });
      await expect(outcome).rejects.toBeInstanceOf(InconclusiveError);
    }
    const outcome = expect(request).toSimulateSuccessfully({ deployment: cached });
    expect(masked(await messageOf(outcome))).toMatchInlineSnapshot(`
      "expect(simulation).toSimulateSuccessfully() is inconclusive: the simulation is a cached answer (Age: 30)

      Request:    POST http://127.0.0.1:<port>/alpha/simulator/simulate-message
      Response:   200, application/json, "{"response":{"simulationStatus":true}}"
      Trace ID:   <trace>
      What to do: exclude these answers from the cache in front of the service, or call the service directly"
    `);
  });

  it('for an answer without a verdict', async () => {
    const deployment = await simulator(record({ simulationError: 'reverted', outMessages: [] }));
    const outcome = expect(request).not.toSimulateSuccessfully({ deployment });
    await expect(outcome).rejects.toBeInstanceOf(InconclusiveError);
    expect(masked(await messageOf(outcome))).toMatchInlineSnapshot(`
      "The answer has no simulationStatus, so it shows neither success nor failure

      Expected:   simulationStatus false
      Received:   simulationStatus absent
      Error:      reverted
      Call:       0x52908400098527886E0F7030069857D2E4169EE7 swap
      Block:      absent   Gas: absent   Fee: absent   Base fee: absent
      Messages:   0
      Trace ID:   <trace>
      Reproduce:  curl -sS -X POST 'http://127.0.0.1:<port>/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' --data-raw '{"shardsKey":"1763712000042","alphaCallParams":{"target":"0x52908400098527886E0F7030069857D2E4169EE7","methodName":"swap"},"betaAssets":[{"amount":"1000000000"}],"betaCaller":"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"}'"
    `);
  });
});

describe('toSimulateSuccessfully rejects', () => {
  it.each([
    ['a text', '0x12'],
    ['undefined', undefined],
    ['null', null],
    ['a list', [request]],
  ])('%s as a subject, in both polarities', async (_, subject) => {
    const deployment = await simulator(success);
    const outcome = expect(subject).toSimulateSuccessfully({ deployment });
    await expect(outcome).rejects.toBeInstanceOf(UsageError);
    await expect(outcome).rejects.toThrow(
      /takes a simulation request, or a result of client.simulate\n\nReceived: {3}/,
    );
    await expect(expect(subject).not.toSimulateSuccessfully({ deployment })).rejects.toBeInstanceOf(
      UsageError,
    );
  });

  it('unknown and invalid options', async () => {
    const outcome = expect(request).toSimulateSuccessfully({ deploymnet: 1, signal: 2 } as never);
    await expect(outcome).rejects.toThrowErrorMatchingInlineSnapshot(`
      [UsageError: toSimulateSuccessfully has invalid options

      signal must be an AbortSignal, got 2
      deploymnet is not an option; did you mean deployment?]
    `);
  });

  it('use inside another assertion in both polarities', () => {
    const asymmetric = expect as unknown as Record<'toSimulateSuccessfully', () => unknown> & {
      not: Record<'toSimulateSuccessfully', () => unknown>;
    };
    for (const matcher of [asymmetric.toSimulateSuccessfully(), asymmetric.not.toSimulateSuccessfully()]) {
      expect(() => expect([request]).toEqual([matcher])).toThrow(/is asynchronous and cannot be used inside/);
    }
    expect(() => matchers.toSimulateSuccessfully.call({}, request)).toThrow(TypeError);
  });
});
