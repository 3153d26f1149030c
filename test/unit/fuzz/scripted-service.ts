import { type Deployment, type DeploymentOptions, defineDeployment } from 'crosscheck';
import { knownChecks } from 'crosscheck/fuzz';
import { observerAnswer } from '../../support/observer-answer.js';
import { answerOf, type RawAnswer, type ReceivedRequest, startRawServer } from '../../support/raw-server.js';

/** The answer of a simulation that succeeds. */
export const success = (estimatedGas: number | bigint = 21_000): Buffer =>
  answerOf(200, `{"response":{"simulationStatus":true,"estimatedGas":${estimatedGas}}}`);

/** A deployment without operations. Its simulator answers the control request of a campaign, then requests with these answers in turn, and the last one for ever. */
export async function startScriptedService(
  answers: readonly RawAnswer[],
  options: Partial<DeploymentOptions> = {},
): Promise<{ readonly deployment: Deployment; readonly requests: readonly ReceivedRequest[] }> {
  let simulations = 0;
  const { origin, requests } = await startRawServer((socket, request) => {
    if (request.method === 'GET') return void socket.write(observerAnswer(request));
    const answer = [success(), ...answers][Math.min(simulations++, answers.length)] ?? '';
    if (typeof answer === 'function') answer(socket, request);
    else socket.write(answer);
  });
  const deployment = defineDeployment({
    name: 'staging',
    simulatorUrl: origin,
    observerUrl: origin,
    ...options,
  });
  return { deployment, requests };
}

/** Leaves out all checks but one, which finds nothing in the answers of such a service. */
export const skipChecks = knownChecks.map(({ name }) => name).filter((name) => name !== 'content-type');
