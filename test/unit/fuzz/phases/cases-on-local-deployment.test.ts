import { localFuzzedCalls, type Observation } from 'crosscheck/fuzz';
import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { violationText } from '../../../../src/checks/check.js';
import { campaignSettings } from '../../../../src/fuzz/campaign-settings.js';
import { CaseRunner } from '../../../../src/fuzz/case-runner.js';
import { nonEmpty } from '../../../support/non-empty.js';
import { createPhase, type PhaseContext, plansOf } from './phase-context.js';

let local: LocalDeployment;
let runner: CaseRunner;
let context: PhaseContext;

beforeAll(async () => {
  local = await startLocalDeployment({ chains: { alpha: 'evm', beta: 'tvm' } });
  const deployment = { ...local.deployment, headers: () => ({ authorization: 'Bearer 0123456789abcdef' }) };
  runner = new CaseRunner(deployment, campaignSettings({ deployment }));
  const operationId = await local.submit({
    shardsKey: '1',
    alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
    betaAssets: [{ amount: '1' }],
    betaCaller: local.accounts[0] ?? '',
  });
  context = {
    deployment,
    calls: localFuzzedCalls(local),
    operationIds: [operationId],
    endpoints: [],
    corpus: [],
  };
});

afterAll(async () => {
  await runner?.close();
  await local?.stop();
});

/** Says how a request was answered that was not answered as its plan expects. */
function wrongAnswer({ request, answer, failure }: Observation): string | undefined {
  const { expect } = request;
  const status = answer?.status ?? 0;
  const isRight = {
    simulated: status === 200,
    known: status === 200,
    unknown: status === 404,
    answered: status === 200,
    rejected: status >= 400 && status < 500,
    'wrong-method': status === 405 && answer?.headers.allow !== undefined,
    'no-server-error': failure?.kind === 'closed' || (status >= 200 && status < 600 && status !== 500),
  }[expect.kind];
  return isRight ? undefined : `${expect.kind}: ${answer?.text ?? failure?.message}`;
}

it.each([
  ['smoke', 100],
  ['coverage', 1000],
  ['valid', 100],
  ['invalid', 150],
  ['metamorphic', 12],
  ['stateful', 6],
  ['wire', 120],
] as const)(
  'gets what each case of the %s phase expects, and no check finds anything',
  async (name, count) => {
    const plans = nonEmpty(plansOf(createPhase(name, context), count));
    const judged = await Promise.all(plans.map((plan) => runner.run(plan)));
    const wrong = judged.flatMap(({ observed }) =>
      observed.observations.flatMap((observation) => {
        const said = wrongAnswer(observation);
        return said === undefined ? [] : [`${observed.plan.kind} ${said}`];
      }),
    );
    expect(wrong).toEqual([]);
    const violations = judged.flatMap((each) =>
      each.violations.map(({ violation }) => violationText(violation)),
    );
    expect(violations).toEqual([]);
  },
);
