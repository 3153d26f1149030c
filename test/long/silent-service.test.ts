import 'crosscheck/vitest';
import { createClient, type Deployment, defineDeployment, waitForInclusion } from 'crosscheck';
import { replayCase, runCampaign } from 'crosscheck/fuzz';
import { runSmoke } from 'crosscheck/smoke';
import { beforeEach, describe, expect, it } from 'vitest';
import { observerAnswer } from '../support/observer-answer.js';
import { answerOf, startRawServer } from '../support/raw-server.js';
import { completePlan } from '../support/sample-finding.js';
import { shortenTimeout } from '../support/shorten-timeout.js';
import { rejectionOf } from '../unit/client/calls.js';
import { masked } from '../unit/matchers/messages.js';

/** A deployment that accepts connections, and answers the first requests alone. */
async function silent(answered = 0): Promise<Deployment> {
  const failure = JSON.stringify({ response: { simulationStatus: false, simulationError: 'reverted' } });
  let requests = 0;
  const { origin } = await startRawServer((socket, request) => {
    if (requests++ >= answered) return;
    socket.write(request.method === 'POST' ? answerOf(200, failure) : observerAnswer(request));
  });
  return defineDeployment({ name: 'staging', simulatorUrl: origin, observerUrl: origin });
}

const operationId = `0x${'12'.repeat(32)}`;
const simplestRequest = {
  shardsKey: '1763712000042',
  alphaCallParams: { target: `0x${'11'.repeat(20)}` },
  betaAssets: [],
  betaCaller: `0:${'22'.repeat(32)}`,
};

/** The reachability of a deployment takes four requests. */
const preflight = 4;

describe('in a test whose timeout is shorter than every limit of its own', () => {
  beforeEach(({ task }) => shortenTimeout(task, 1_200));

  it('a campaign is inconclusive with a message that names the server without an answer', async () => {
    const error = await rejectionOf(runCampaign({ deployment: await silent() }));
    expect(error).toMatchObject({ code: 'CAMPAIGN_CANNOT_RUN' });
    const [summary, ...lines] = masked(error.message).split('\n');
    expect(summary).toMatchInlineSnapshot(
      `"The simulator of staging sent no complete answer within <time> (the test's own timeout of <time>)"`,
    );
    expect(lines.at(-1)).toMatchInlineSnapshot(
      `"What to do: check whether the service is overloaded, or raise the test's own timeout of <time>"`,
    );
  });

  it.each(['plain', 'negated'])('toSurviveFuzzing has the same message: %s', async (polarity) => {
    const assertion = expect(await silent());
    const judged = polarity === 'plain' ? assertion.toSurviveFuzzing() : assertion.not.toSurviveFuzzing();
    expect(await rejectionOf(judged)).toMatchObject({ code: 'CAMPAIGN_CANNOT_RUN' });
  });

  it('a campaign is inconclusive when the service stops answering', async ({ task }) => {
    shortenTimeout(task, 3_000);
    const error = await rejectionOf(runCampaign({ deployment: await silent(preflight) }));
    expect(error).toMatchObject({ code: 'INCONCLUSIVE' });
    const [summary, ...lines] = error.message.split('\n');
    expect(summary).toMatchInlineSnapshot(
      `"runCampaign() is inconclusive: staging sent no conclusive answer before the test timed out"`,
    );
    expect(lines.at(-1)).toMatchInlineSnapshot(
      `"What to do: check that staging is healthy: crosscheck fuzz shows its answers"`,
    );
  });

  it('a replay of a case has a message that names the server without an answer', async () => {
    const error = await rejectionOf(replayCase({ deployment: await silent(), plan: completePlan }));
    expect(error).toMatchObject({ code: 'CAMPAIGN_CANNOT_RUN' });
  });

  it('a smoke run reports the server without an answer', async () => {
    const { verdict, checks } = await runSmoke({ deployment: await silent() });
    expect(verdict).toBe('inconclusive');
    expect(
      checks.slice(0, 2).map(({ status, message }) => `${status}: ${masked(message)}`),
    ).toMatchInlineSnapshot(`
        [
          "inconclusive: The simulator of staging sent no complete answer within <time> (the test's own timeout of <time>)",
          "inconclusive: The observer of staging sent no complete answer within <time> (the test's own timeout of <time>)",
        ]
      `);
  });

  it('calls and assertions name the server, the request and how long there was no answer', async ({
    task,
  }) => {
    const deployment = await silent();
    const client = createClient(deployment);
    shortenTimeout(task, 3_000);
    const errors = await Promise.all([
      rejectionOf(client.simulate(simplestRequest)),
      rejectionOf(expect(simplestRequest).toSimulateSuccessfully({ deployment })),
      rejectionOf(waitForInclusion(client, operationId)),
    ]);
    const messages = errors.map(({ message }) => masked(message)).join('\n\n');
    expect(messages).toMatchInlineSnapshot(`
      "client.simulate() is inconclusive: the simulator of staging did not answer for <time>

      Waited:     <time> for the answer, until just before the test's own timeout of <time>
      Request:    POST http://127.0.0.1:<port>/alpha/simulator/simulate-message
      Trace ID:   <trace>
      What to do: check that the service runs and is not overloaded, or raise the test's own timeout

      expect(received).toSimulateSuccessfully() is inconclusive: the simulator of staging did not answer for <time>

      Waited:     <time> for the simulator's answer, until just before the test's own timeout of <time>
      Request:    POST http://127.0.0.1:<port>/alpha/simulator/simulate-message
      Trace ID:   <trace>
      What to do: check that the service runs and is not overloaded, or raise the test's own timeout

      It is unknown whether the operation is included (the test's own timeout of <time>; timeoutMs is <time>): The observer of staging did not answer for <time>

      Operation:  0x1212121212121212121212121212121212121212121212121212121212121212   Deployment: staging
      Expected:   included
      Received:   nothing: every poll failed
      Waited:     <time> of <time>, <n> polls: <n> ok, 1 failed
      Timeline:   +<time> no answer by the deadline
      Last error: The observer of staging did not answer for <time>
      Request:    GET http://127.0.0.1:<port>/beta/observer/is-message-included-in-consensus?operationId=0x1212121212121212121212121212121212121212121212121212121212121212
      Trace ID:   <trace>
      What to do: check that the observer runs and is not overloaded, or raise the test's own timeout"
    `);
  });

  it('a smoke run that takes too long names the current check', async ({ task }) => {
    shortenTimeout(task, 3_000);
    const error = await rejectionOf(runSmoke({ deployment: await silent(3) }));
    expect(error).toMatchObject({ code: 'INCONCLUSIVE' });
    expect(masked(error.message).replace(/check [a-z-]+/, 'check <name>')).toMatchInlineSnapshot(`
      "runSmoke() is inconclusive: the outcome of the check <name> of staging did not come in time

      Waited:     <time>, until just before the test's own timeout of <time>
      Request:    POST http://127.0.0.1:<port>/alpha/simulator/simulate-message
      Trace ID:   <trace>
      What to do: find out why it takes so long, or raise the test's own timeout"
    `);
  });
});
