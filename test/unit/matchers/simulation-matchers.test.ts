import 'crosscheck/vitest';
import { createClient, UsageError } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { type Answer, record, status } from '../../support/scripted-observer.js';
import type { MatcherOf } from './matchers-by-subject.js';
import { request, secret, simulated, simulator } from './simulator.js';

const numbers = { estimatedGas: 100, estimatedJettonFeeAmount: '31', outMessages: [{ payload: '0x01' }] };
const success = record({ simulationStatus: true, ...numbers });
const failure = record({ simulationStatus: false, simulationError: 'execution reverted: no' });

/** Each matcher with arguments that fit the answer. The compiler finds a matcher that is missing here. */
const fitting: Record<MatcherOf<'simulation'>, readonly [answer: Answer, ...args: unknown[][]]> = {
  toSimulateSuccessfully: [success, []],
  toFailSimulation: [failure, [], ['no']],
  toMatchSimulation: [success, [{ estimatedGas: 100n }]],
  toEmitOutMessage: [success, [{ payload: '0x01' }]],
  toHaveOutMessageCount: [success, [1]],
  toUseGasWithin: [success, [{ min: 1, max: 100 }]],
  toCostAtMost: [success, [31n]],
};
const cases: [matcher: string, args: unknown[], answer: Answer][] = Object.entries(fitting).flatMap(
  ([matcher, [answer, ...calls]]) =>
    calls.map((args): [string, unknown[], Answer] => [matcher, args, answer]),
);

/** Calls a matcher by name, as it is and negated. */
function inBothPolarities(subject: unknown, matcher: string, ...args: unknown[]): Promise<void>[] {
  return [expect(subject), expect(subject).not].map((assertion) =>
    (assertion as unknown as Record<string, (...args: unknown[]) => Promise<void>>)[matcher]?.(...args),
  ) as Promise<void>[];
}

describe.each(cases)('%s(%o)', (matcher, args, answer) => {
  it('accepts a request, a result, a promise, and a function that receives a signal', async () => {
    const deployment = await simulator(answer);
    const { signal } = new AbortController();
    const options = { deployment, signal };
    const result = await createClient(deployment).simulate(request);
    const give = (context: { signal: AbortSignal }) => {
      expect(context.signal).toBeInstanceOf(AbortSignal);
      return request;
    };
    for (const subject of [request, result, Promise.resolve(result), give]) {
      const [plain, negated] = inBothPolarities(subject, matcher, ...args, options);
      await plain;
      await expect(negated).rejects.toThrow(`expect(simulation).not.${matcher}(`);
    }
  });

  it.each<[string, Answer, string]>([
    ['the service fails', status(500, { error: 'out of memory' }), 'HTTP_STATUS'],
    ['the service answers 400', status(400, { error: 'bad target' }), 'HTTP_STATUS'],
    ['the connection breaks', 'reset', 'HTTP_NETWORK'],
    ['the answer is HTML', { status: 200, body: '<html></html>' }, 'HTTP_BODY_NOT_JSON'],
    ['the answer does not match the schema', record({ simulationStatus: 'true' }), 'SCHEMA_MISMATCH'],
  ])('passes in neither polarity when %s', async (_, broken, code) => {
    const options = { deployment: await simulator(broken) };
    for (const outcome of inBothPolarities(request, matcher, ...args, options)) {
      await expect(outcome).rejects.toMatchObject({ code });
    }
  });

  it('passes in neither polarity when it is aborted or the subject rejects', async () => {
    const options = { deployment: await simulator(answer), signal: AbortSignal.abort(new Error('over')) };
    for (const outcome of inBothPolarities(request, matcher, ...args, options)) {
      await expect(outcome).rejects.toThrow('over');
    }
    const failed = new Error('no request');
    for (const outcome of inBothPolarities(() => Promise.reject(failed), matcher, ...args, {
      signal: undefined,
    })) {
      await expect(outcome).rejects.toBe(failed);
    }
  });

  it.each([
    ['a text', '0x12'],
    ['null', null],
    ['a list', [request]],
    ['a record of the observer', { operationId: '0x12', response: {}, exchange: {} }],
    ['the response of a result', { simulationStatus: true }],
  ])('rejects %s as a subject in both polarities', async (_, subject) => {
    const says = /takes a simulation request, or a result of client.simulate\n\nReceived: {3}/;
    for (const outcome of inBothPolarities(subject, matcher, ...args, { signal: undefined })) {
      await expect(outcome).rejects.toBeInstanceOf(UsageError);
      await expect(outcome).rejects.toThrow(says);
    }
  });

  it('ends the call of a function when the signal aborts', async () => {
    const controller = new AbortController();
    const options = { deployment: await simulator(answer), signal: controller.signal };
    const give = ({ signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => {
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener('abort', () => reject(signal.reason));
        controller.abort(new Error('over'));
      });
    for (const outcome of inBothPolarities(give, matcher, ...args, options)) {
      await expect(outcome).rejects.toThrow('over');
    }
  });

  it('rejects unknown and invalid options', async () => {
    for (const outcome of inBothPolarities(request, matcher, ...args, { deploymnet: 1, signal: 2 })) {
      await expect(outcome).rejects.toThrow(`${matcher} has invalid options`);
      await expect(outcome).rejects.toThrow('did you mean deployment?');
    }
  });

  it('rejects use inside another assertion in both polarities', () => {
    const asymmetric = expect as unknown as Record<string, (...args: unknown[]) => unknown> & {
      not: Record<string, (...args: unknown[]) => unknown>;
    };
    for (const pattern of [asymmetric[matcher]?.(...args), asymmetric.not[matcher]?.(...args)]) {
      expect(() => expect([request]).toEqual([pattern])).toThrow(/is asynchronous and cannot be used inside/);
    }
  });
});

describe.each(cases.filter(([matcher]) => /Message|Gas|Cost/.test(matcher)))('%s(%o)', (matcher, args) => {
  it.each([
    ['fails', failure, `${matcher} judges a call that succeeds: simulation failed: execution reverted: no`],
    [
      'fails with nothing',
      record({ simulationStatus: false, estimatedGas: 0, outMessages: [] }),
      `${matcher} judges a call that succeeds: simulation failed, without a reason`,
    ],
    ['has no verdict', record({ outMessages: [], estimatedGas: 1 }), 'has no simulationStatus'],
  ])('is inconclusive in both polarities when the simulation %s', async (_, answer, says) => {
    const options = { deployment: await simulator(answer) };
    for (const outcome of inBothPolarities(request, matcher, ...args, options)) {
      await expect(outcome).rejects.toMatchObject({ code: 'INCONCLUSIVE' });
      await expect(outcome).rejects.toThrow(says);
      await expect(outcome).rejects.toThrow('Reproduce:  curl ');
    }
  });
});

describe.each(cases)('%s(%o)', (matcher, args) => {
  it('is inconclusive in both polarities when the answer contradicts itself', async () => {
    const contradiction = { simulationStatus: true, simulationError: 'execution reverted: paused' };
    const options = { deployment: await simulator(record({ ...numbers, ...contradiction })) };
    for (const outcome of inBothPolarities(request, matcher, ...args, options)) {
      await expect(outcome).rejects.toMatchObject({ code: 'INCONCLUSIVE' });
      await expect(outcome).rejects.toThrow(
        /^The answer contradicts itself: simulationStatus is true, and simulationError is "execution reverted: paused"\n/,
      );
    }
  });
});

it('toMatchSimulation judges an answer that contradicts itself if the pattern names its error', async () => {
  const result = await simulated({ simulationStatus: true, simulationError: 'paused' });
  await expect(result).toMatchSimulation({ simulationStatus: true, simulationError: 'paused' });
  await expect(result).not.toMatchSimulation({ simulationError: '' });
});

it('no message of a failed assertion contains a secret that the service echoes', async () => {
  const deployment = await simulator(
    record({
      simulationStatus: true,
      simulationError: '',
      message: secret,
      estimatedJettonFeeAmount: '31',
      estimatedGas: 1,
      outMessages: [{ payload: secret, extra: `x${secret}` }],
    }),
  );
  const result = await createClient(deployment).simulate(request);
  const failed = await simulated({ simulationStatus: false, simulationError: secret });
  const contradiction = await simulated({ simulationStatus: true, simulationError: secret });
  const outcomes = [
    expect(failed).toSimulateSuccessfully(),
    expect(failed).toFailSimulation('paused'),
    expect(failed).toFailSimulation({ errorName: 'Paused' }),
    expect(failed).toCostAtMost('30'),
    expect(contradiction).toSimulateSuccessfully(),
    expect(result).toFailSimulation(secret.slice(0, 3)),
    expect(result).toMatchSimulation({ message: 'm', outMessages: [{ payload: '' }] }),
    expect(result).toEmitOutMessage({ payload: '' }),
    expect(result).not.toEmitOutMessage({ payload: secret }),
    expect(result).toHaveOutMessageCount(2),
    expect(result).toUseGasWithin(0),
    expect(result).toCostAtMost('30'),
  ];
  for (const outcome of outcomes) {
    const message = await outcome.then(
      () => expect.fail('the assertion should have failed'),
      (error: Error) => error.message,
    );
    expect(message).not.toContain(secret);
    expect(message).toContain('Reproduce:  curl ');
  }
});
