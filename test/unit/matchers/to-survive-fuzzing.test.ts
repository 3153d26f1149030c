import 'crosscheck/vitest';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Deployment, defineDeployment, InconclusiveError, UsageError } from 'crosscheck';
import type { FuzzingOptions } from 'crosscheck/matchers';
import { expect, it, vi } from 'vitest';
import { observerAnswer } from '../../support/observer-answer.js';
import { projectFolder } from '../../support/project-folder.js';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { shortenTimeout } from '../../support/shorten-timeout.js';
import { masked, messageOf } from './messages.js';

const onlyValid: FuzzingOptions = {
  seed: 7,
  phases: {
    smoke: false,
    coverage: false,
    valid: 3,
    invalid: false,
    metamorphic: false,
    stateful: false,
    wire: false,
  },
};

/** A deployment whose simulator answers all the same. */
async function answering(simulation: object, status = 200): Promise<Deployment> {
  const { origin } = await startRawServer((socket, request) =>
    socket.write(
      request.method === 'POST'
        ? answerOf(status, JSON.stringify({ response: simulation }))
        : observerAnswer(request),
    ),
  );
  return defineDeployment({ name: 'staging', simulatorUrl: origin, observerUrl: origin });
}

const failure = { simulationStatus: false, simulationError: 'execution reverted' };

it('passes for a deployment without findings, given directly, by a promise or a function', async () => {
  const deployment = await answering(failure);
  await expect(deployment).toSurviveFuzzing(onlyValid);
  await expect(Promise.resolve(deployment)).resolves.toSurviveFuzzing(onlyValid);
  await expect(async () => deployment).toSurviveFuzzing(onlyValid);
});

it('fails with every finding and how to reproduce it', async () => {
  const deployment = await answering({ simulationStatus: true, simulationError: '', estimatedGas: 0 });
  const message = await messageOf(expect(deployment).toSurviveFuzzing(onlyValid));
  expect(masked(message)).toMatchSnapshot();
});

it('names the case beside the report, and its deployment, to repeat a finding', async () => {
  const folder = await projectFolder();
  const deployment = await answering({ simulationStatus: true, simulationError: '', estimatedGas: 0 });
  const report = join(folder, 'report.ndjson');
  const message = await messageOf(expect(deployment).toSurviveFuzzing({ ...onlyValid, report }));
  const [, file = '', flags] = /replay (\S+) (.+)\n?/.exec(message) ?? [];
  expect({ folder: dirname(file), flags }).toEqual({
    folder: join(folder, 'report'),
    flags: `--simulator-url ${deployment.simulatorUrl} --observer-url ${deployment.observerUrl}`,
  });
  expect(existsSync(file)).toBe(true);
});

it('passes when negated with a finding and fails without one', async () => {
  const broken = await answering({ simulationStatus: true, simulationError: '', estimatedGas: 0 });
  await expect(broken).not.toSurviveFuzzing(onlyValid);
  const message = await messageOf(expect(await answering(failure)).not.toSurviveFuzzing(onlyValid));
  expect(masked(message)).toMatchInlineSnapshot(`
    "expect(deployment).not.toSurviveFuzzing(): found nothing new in 3 cases, 3 requests (0 inconclusive) in <time>, seed 7

    Expected:   at least one finding in staging
    Received:   nothing new was found in 3 cases, 3 requests (0 inconclusive) in <time>, seed 7
    Gap:        no simulation succeeded; pass calls that the deployment knows (calls)"
  `);
});

it('says of a pass what was seen and not confirmed', async () => {
  let calls = 0;
  const { origin } = await startRawServer((socket, request) => {
    if (request.method === 'GET') return void socket.write(observerAnswer(request));
    const status = calls++ === 3 ? '"false"' : 'false';
    socket.write(
      answerOf(200, `{"response":{"simulationStatus":${status},"simulationError":"execution reverted"}}`),
    );
  });
  const deployment = defineDeployment({ name: 'staging', simulatorUrl: origin, observerUrl: origin });
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  await expect(deployment).toSurviveFuzzing({ seed: 7, phases: [['valid', 10]], concurrency: 1 });
  expect(warn.mock.calls.flat().join()).toMatch(
    /^toSurviveFuzzing found nothing new in staging, but 1 not confirmed \(schema-\w+\); no simulation succeeded/,
  );
  warn.mockRestore();
});

it('is inconclusive in both polarities when the deployment cannot be reached', async () => {
  let calls = 0;
  const { origin } = await startRawServer((socket, request) => {
    if (request.method === 'GET') return void socket.write(observerAnswer(request));
    // There at first, and then overloaded.
    socket.write(
      calls++ === 0 ? answerOf(200, JSON.stringify({ response: failure })) : answerOf(502, '<html>'),
    );
  });
  const deployment = defineDeployment({ name: 'staging', simulatorUrl: origin, observerUrl: origin });
  for (const assertion of [expect(deployment), expect(deployment).not]) {
    calls = 0;
    const judged = assertion.toSurviveFuzzing(onlyValid);
    await expect(judged).rejects.toThrow('is inconclusive: too many requests were inconclusive');
    await expect(judged).rejects.toBeInstanceOf(InconclusiveError);
  }
});

it('is inconclusive when the time limit of the test ends it', async ({ task }) => {
  shortenTimeout(task, 1_500);
  const deployment = await answering(failure);
  const cut = { ...onlyValid, phases: { ...onlyValid.phases, valid: 1e6 }, ratePerSecond: 20 };
  const message = await messageOf(expect(deployment).toSurviveFuzzing(cut));
  expect(message).toContain("raise the test's own timeout, or lower cases");
});

it('rejects values that are not deployments, and invalid options', async () => {
  await expect(expect({ simulatorUrl: 'x' } as never).toSurviveFuzzing()).rejects.toBeInstanceOf(UsageError);
  const deployment = await answering(failure);
  await expect(expect(deployment).toSurviveFuzzing({ cases: 0 })).rejects.toThrow('cases');
  // @ts-expect-error misspelt
  await expect(expect(deployment).toSurviveFuzzing({ case: 1 })).rejects.toThrow('did you mean cases?');
});
