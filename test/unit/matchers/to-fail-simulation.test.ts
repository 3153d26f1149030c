import 'crosscheck/vitest';
import { describe, expect, it } from 'vitest';
import { record } from '../../support/scripted-observer.js';
import { masked, messageOf } from './messages.js';
import { request, secret, simulated, simulator } from './simulator.js';

const success = () => () => simulated({ simulationStatus: true, simulationError: '', estimatedGas: 21_000 });
const failure = (simulationError?: string) => () =>
  simulated({ simulationStatus: false, ...(simulationError === undefined ? {} : { simulationError }) });
const rejected = 'execution reverted: Refused(7, "too late")';

describe('toFailSimulation', () => {
  it('passes for a failed simulation, with or without a reason', async () => {
    await expect(failure(rejected)).toFailSimulation();
    await expect(failure()).toFailSimulation();
    await expect(failure(rejected)).toFailSimulation('too late');
    await expect(failure(rejected)).toFailSimulation(/refused/i);
    await expect(failure(rejected)).toFailSimulation(expect.stringContaining('too late'));
    await expect(failure(rejected)).toFailSimulation({ errorName: 'Refused' });
    await expect(failure(rejected)).toFailSimulation({ errorName: 'Refused', args: [7n, 'too late'] });
    await expect(failure()).toFailSimulation((error, { simulationStatus }) => !error && !simulationStatus);
  });

  it('passes when negated for a successful simulation, or for another reason', async () => {
    await expect(success()).not.toFailSimulation();
    await expect(success()).not.toFailSimulation('too late');
    await expect(success()).not.toFailSimulation(() => true);
    await expect(failure(rejected)).not.toFailSimulation('too early');
    await expect(failure(rejected)).not.toFailSimulation(expect.stringContaining('too early'));
    await expect(failure(rejected)).not.toFailSimulation({ errorName: 'Refused', args: [8n, 'too late'] });
    await expect(failure(rejected)).not.toFailSimulation(() => false);
  });

  it('accepts options with a reason and without', async () => {
    const deployment = await simulator(record({ simulationStatus: false, simulationError: rejected }));
    await expect(request).toFailSimulation({ deployment });
    await expect(request).toFailSimulation('too late', { deployment });
    await expect(request).toFailSimulation({ errorName: 'Refused' }, { deployment });
    await expect(request).toFailSimulation(/late/, { deployment });
    await expect(request).toFailSimulation(expect.stringMatching(/late/), { deployment });
    await expect(request).toFailSimulation({ deployment } as never, undefined);
  });
});

describe('the message of toFailSimulation', () => {
  it('says that the simulation succeeds', async () => {
    expect(masked(await messageOf(expect(success()).toFailSimulation()))).toMatchInlineSnapshot(`
      "expect(simulation).toFailSimulation(): simulation succeeded

      Expected:   simulationStatus false
      Received:   simulationStatus true
      Call:       0x52908400098527886E0F7030069857D2E4169EE7 swap
      Block:      absent   Gas: 21000   Fee: absent   Base fee: absent
      Messages:   absent
      Trace ID:   <trace>
      Reproduce:  curl -sS -X POST 'http://127.0.0.1:<port>/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' --data-raw '{"shardsKey":"1763712000042","alphaCallParams":{"target":"0x52908400098527886E0F7030069857D2E4169EE7","methodName":"swap"},"betaAssets":[{"amount":"1000000000"}],"betaCaller":"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"}'"
    `);
  });

  it('shows the expected text and the received error', async () => {
    const message = await messageOf(expect(failure(`${rejected} ${secret}`)).toFailSimulation('too early'));
    expect(masked(message)).toMatchInlineSnapshot(`
      "expect(simulation).toFailSimulation(reason): simulation failed for another reason: execution reverted: Refused(7, "too late") [redacted]

      Expected:   simulationStatus false with an error containing "too early"
      Received:   simulationStatus false
      Error:      execution reverted: Refused(7, "too late") [redacted]
      Call:       0x52908400098527886E0F7030069857D2E4169EE7 swap
      Block:      absent   Gas: absent   Fee: absent   Base fee: absent
      Messages:   absent
      Trace ID:   <trace>
      Reproduce:  curl -sS -X POST 'http://127.0.0.1:<port>/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' --data-raw '{"shardsKey":"1763712000042","alphaCallParams":{"target":"0x52908400098527886E0F7030069857D2E4169EE7","methodName":"swap"},"betaAssets":[{"amount":"1000000000"}],"betaCaller":"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"}'"
    `);
  });

  it('shows the arguments that differ', async () => {
    const reason = { errorName: 'Refused', args: [8n, expect.stringContaining('early')] };
    expect(
      masked(await messageOf(expect(failure(rejected)).toFailSimulation(reason))),
    ).toMatchInlineSnapshot(`
      "expect(simulation).toFailSimulation(reason): simulation failed for another reason: execution reverted: Refused(7, "too late")

      Expected:   simulationStatus false with the error Refused(8, StringContaining<"early">)
      Received:   simulationStatus false
      - args[0]
          expected: 8
          received: "7"
      - args[1]
          expected: StringContaining<"early">
          received: "too late"
      Error:      execution reverted: Refused(7, "too late")
      Call:       0x52908400098527886E0F7030069857D2E4169EE7 swap
      Block:      absent   Gas: absent   Fee: absent   Base fee: absent
      Messages:   absent
      Trace ID:   <trace>
      Reproduce:  curl -sS -X POST 'http://127.0.0.1:<port>/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' --data-raw '{"shardsKey":"1763712000042","alphaCallParams":{"target":"0x52908400098527886E0F7030069857D2E4169EE7","methodName":"swap"},"betaAssets":[{"amount":"1000000000"}],"betaCaller":"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"}'"
    `);
  });

  it('shows the name of the received error', async () => {
    const message = await messageOf(expect(failure(rejected)).toFailSimulation({ errorName: 'Panic' }));
    expect(masked(message)).toMatchInlineSnapshot(`
      "expect(simulation).toFailSimulation(reason): simulation failed for another reason: execution reverted: Refused(7, "too late")

      Expected:   simulationStatus false with the error Panic(…)
      Received:   simulationStatus false
      - errorName
          expected: "Panic"
          received: "Refused"
      Error:      execution reverted: Refused(7, "too late")
      Call:       0x52908400098527886E0F7030069857D2E4169EE7 swap
      Block:      absent   Gas: absent   Fee: absent   Base fee: absent
      Messages:   absent
      Trace ID:   <trace>
      Reproduce:  curl -sS -X POST 'http://127.0.0.1:<port>/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' --data-raw '{"shardsKey":"1763712000042","alphaCallParams":{"target":"0x52908400098527886E0F7030069857D2E4169EE7","methodName":"swap"},"betaAssets":[{"amount":"1000000000"}],"betaCaller":"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"}'"
    `);
  });

  it('says when negated that the simulation fails', async () => {
    expect(masked(await messageOf(expect(failure(rejected)).not.toFailSimulation()))).toMatchInlineSnapshot(`
      "expect(simulation).not.toFailSimulation(): simulation failed: execution reverted: Refused(7, "too late")

      Expected:   simulationStatus true
      Received:   simulationStatus false
      Error:      execution reverted: Refused(7, "too late")
      Call:       0x52908400098527886E0F7030069857D2E4169EE7 swap
      Block:      absent   Gas: absent   Fee: absent   Base fee: absent
      Messages:   absent
      Trace ID:   <trace>
      Reproduce:  curl -sS -X POST 'http://127.0.0.1:<port>/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' --data-raw '{"shardsKey":"1763712000042","alphaCallParams":{"target":"0x52908400098527886E0F7030069857D2E4169EE7","methodName":"swap"},"betaAssets":[{"amount":"1000000000"}],"betaCaller":"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"}'"
    `);
  });

  it('says when negated that the simulation fails for this reason', async () => {
    const message = await messageOf(expect(failure(rejected)).not.toFailSimulation(/late/));
    expect(masked(message)).toMatchInlineSnapshot(`
      "expect(simulation).not.toFailSimulation(reason): simulation failed: execution reverted: Refused(7, "too late")

      Expected:   simulationStatus true, or false without an error matching /late/
      Received:   simulationStatus false
      Error:      execution reverted: Refused(7, "too late")
      Call:       0x52908400098527886E0F7030069857D2E4169EE7 swap
      Block:      absent   Gas: absent   Fee: absent   Base fee: absent
      Messages:   absent
      Trace ID:   <trace>
      Reproduce:  curl -sS -X POST 'http://127.0.0.1:<port>/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' --data-raw '{"shardsKey":"1763712000042","alphaCallParams":{"target":"0x52908400098527886E0F7030069857D2E4169EE7","methodName":"swap"},"betaAssets":[{"amount":"1000000000"}],"betaCaller":"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"}'"
    `);
  });
});

describe('toFailSimulation is inconclusive in both polarities', () => {
  it.each([
    ['a text', 'too late'],
    ['a regular expression', /late/],
    ['an asymmetric matcher', expect.stringContaining('late')],
    ['the error of a contract', { errorName: 'Refused' }],
  ])('with %s, when the answer has no error text', async (_, reason) => {
    for (const error of [undefined, '']) {
      for (const assertion of [expect(failure(error)), expect(failure(error)).not]) {
        await expect(assertion.toFailSimulation(reason)).rejects.toMatchObject({ code: 'INCONCLUSIVE' });
      }
    }
  });

  it.each([
    'execution reverted',
    'revert',
    'Reverted.',
    'execution reverted: 0x2c19b8b8',
    'custom error 0x2c19b8b8',
    'execution reverted: Refused',
    'custom error Refused',
    'refused',
  ])('with the error of a contract, when the text may mean it or another one: %s', async (error) => {
    for (const assertion of [expect(failure(error)), expect(failure(error)).not]) {
      const outcome = assertion.toFailSimulation({ errorName: 'Refused' });
      await expect(outcome).rejects.toThrow(
        new RegExp(`^The simulation fails with an error that does not say why: "${error}"\n`),
      );
    }
  });

  it('with a message that says so', async () => {
    const message = await messageOf(expect(failure()).not.toFailSimulation('too late'));
    expect(masked(message)).toMatchInlineSnapshot(`
      "The simulation fails and does not say why

      Expected:   simulationStatus true, or false without an error containing "too late"
      Received:   simulationStatus false
      Call:       0x52908400098527886E0F7030069857D2E4169EE7 swap
      Block:      absent   Gas: absent   Fee: absent   Base fee: absent
      Messages:   absent
      Trace ID:   <trace>
      Reproduce:  curl -sS -X POST 'http://127.0.0.1:<port>/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' --data-raw '{"shardsKey":"1763712000042","alphaCallParams":{"target":"0x52908400098527886E0F7030069857D2E4169EE7","methodName":"swap"},"betaAssets":[{"amount":"1000000000"}],"betaCaller":"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"}'"
    `);
  });

  it('when there is no verdict', async () => {
    for (const assertion of [expect(simulated({})), expect(simulated({})).not]) {
      await expect(assertion.toFailSimulation()).rejects.toMatchObject({ code: 'INCONCLUSIVE' });
    }
  });
});

describe('toFailSimulation rejects', () => {
  it.each([
    ['an empty text', ''],
    ['a number', 7],
    ['null', null],
  ])('%s as a reason', async (_, reason) => {
    const outcome = expect(failure(rejected)).toFailSimulation(reason as never);
    await expect(outcome).rejects.toThrow(
      /^toFailSimulation (takes a text that|was given "" as its reason, which every failure fits)/,
    );
    await expect(outcome).rejects.toBeInstanceOf(TypeError);
  });

  it('the error of a contract with invalid members', async () => {
    const reason = { errorName: '', args: [{}], arg: 1 };
    const outcome = expect(failure(rejected)).not.toFailSimulation(reason as never);
    await expect(outcome).rejects.toThrowErrorMatchingInlineSnapshot(`
      [UsageError: toFailSimulation has an invalid reason

      errorName must be a non-empty string, got ""
      args[0] must be an integer, a text, a boolean or an asymmetric matcher, got {}
      arg is not an option; did you mean args?]
    `);
  });

  it.each([
    ['errorname', { errorname: 'Refused' }, 'errorname is not an option; did you mean errorName?'],
    ['error', { error: 'Refused', args: [7] }, 'error is not an option; did you mean errorName?'],
    ['name', { name: 'Refused' }, 'name is not an option; did you mean errorName?'],
    ['args alone', { args: [7] }, 'errorName is missing'],
    ['undefined', { errorName: undefined, args: [7] }, 'errorName is missing'],
  ])('an error of a contract without its name, in both polarities: %s', async (_, reason, says) => {
    for (const assertion of [expect(failure(rejected)), expect(failure(rejected)).not]) {
      for (const options of [[], [{ signal: new AbortController().signal }]]) {
        const outcome = assertion.toFailSimulation(reason as never, ...options);
        await expect(outcome).rejects.toThrow('toFailSimulation has an invalid reason');
        await expect(outcome).rejects.toThrow(says);
      }
    }
  });

  it('undefined in both polarities, which a mistyped constant is', async () => {
    const constants: { readonly tooLate?: string } = {};
    for (const assertion of [expect(failure(rejected)), expect(success()).not]) {
      for (const options of [[], [{ signal: new AbortController().signal }]]) {
        const outcome = assertion.toFailSimulation(constants.tooLate as string, ...options);
        await expect(outcome).rejects.toThrow('What to do: leave it out for any reason');
        await expect(outcome).rejects.toBeInstanceOf(TypeError);
      }
    }
  });

  it.each([
    ['a list', ['too late'], 'a list of 1: string'],
    ['a signal', AbortSignal.abort(), 'an instance of AbortSignal'],
    ['an error', new Error('too late'), 'an instance of Error'],
  ])('%s, which is neither a reason nor the options', async (_, reason, shape) => {
    const outcome = expect(failure(rejected)).toFailSimulation(reason as never);
    await expect(outcome).rejects.toThrow(`Received:   ${shape}`);
  });

  it('a predicate that returns a promise', async () => {
    const predicate = async () => false;
    await expect(expect(failure(rejected)).toFailSimulation(predicate as never)).rejects.toThrow(
      'must return true or false',
    );
  });
});
