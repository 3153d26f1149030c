import { type DeploymentOptions, defineDeployment } from 'crosscheck';
import { formatReport } from 'crosscheck/report';
import { runSmoke, type SmokeOptions, type SmokeReport } from 'crosscheck/smoke';
import {
  answerOf,
  type RawAnswer,
  type RawServer,
  type ReceivedRequest,
  startRawServer,
} from '../../support/raw-server.js';

/** What a service answers to a request; undefined for what it should. */
export type Answers = (request: ReceivedRequest) => Buffer | string | 'hang' | undefined;

export const operationId = `0x${'7c'.repeat(32)}`;

/** The answer of a simulation whose `response` has these members besides the usual ones. */
export function simulated(response: Readonly<Record<string, unknown>> = {}, headers = {}): Buffer {
  const usual = { simulationStatus: true, simulationError: '', estimatedGas: 53_021, outMessages: null };
  return answerOf(200, JSON.stringify({ response: { ...usual, ...response } }), headers);
}

const transactions = [{ blockchainType: 'BETA', hash: `0x${'41'.repeat(32)}` }];

/** The answer for an operation whose record has these members. */
export function recorded(response: Readonly<Record<string, unknown>>, headers = {}): Buffer {
  const usual = { note: null, success: true, timestamp: 1_763_712_000, transactions };
  return answerOf(200, JSON.stringify({ response: { ...usual, ...response } }), headers);
}

/** Starts a service on loopback that does what it should, but for what is answered otherwise. */
export function startService(answers?: Answers): Promise<RawServer> {
  return startRawServer(serviceOf(answers));
}

/** What such a service does with each request. */
export function serviceOf(answers: Answers = () => undefined): Exclude<RawAnswer, string | Buffer> {
  return (socket, request) => {
    const answer = answers(request) ?? rightAnswer(request);
    if (answer !== 'hang') socket.write(answer);
  };
}

/** The deployment of such a service. */
export function deploymentAt(origin: string, options: Partial<DeploymentOptions> = {}) {
  const retries = { limit: 1, minIntervalMs: 0 };
  return defineDeployment({
    name: 'staging',
    simulatorUrl: origin,
    observerUrl: origin,
    retries,
    ...options,
  });
}

/** Budgets that no slow machine passes. */
export const ampleBudgets = {
  simulateP50Ms: 60_000,
  simulateP95Ms: 60_000,
  inclusionP50Ms: 60_000,
  inclusionP95Ms: 60_000,
};

/** Runs the smoke checks on a service that answers so. */
export async function smokeOf(
  answers?: Answers,
  {
    deployment,
    ...options
  }: Partial<Omit<SmokeOptions, 'deployment'>> & {
    readonly deployment?: Partial<DeploymentOptions>;
  } = {},
): Promise<SmokeReport> {
  const { origin } = await startService(answers);
  return await runSmoke({
    samples: 1,
    budgets: ampleBudgets,
    ...options,
    deployment: deploymentAt(origin, deployment),
  });
}

/** The checks that did not pass, as a terminal shows them, without what differs from run to run. */
export function notPassed(report: SmokeReport): string {
  const [checks] = formatReport(report, 'text').split('\nSmoke run of ');
  return (
    `${checks}`
      .replace(/^(?:passed|skipped) .*\n(?: .*\n)*/gm, '')
      .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
      .replace(/localhost:\d+/g, 'localhost:PORT')
      .replace(/\d+ min(?: \d+ s)?/g, 'M min')
      .replace(/crosscheck-smoke\/[\w.-]+/g, 'crosscheck-smoke/VERSION')
      // Those of checks are written where the checks are.
      .replace(/^ +Source:.*\n/gm, '')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
  );
}

/** How each check ended, by its name. */
export function statuses({ checks }: SmokeReport): Record<string, string> {
  return Object.fromEntries(checks.map(({ name, status }) => [name, status]));
}

/** The member `status` and `message` of one check. */
export function checkIn({ checks }: SmokeReport, name: string) {
  const check = checks.find((candidate) => candidate.name === name);
  if (check === undefined) throw new Error(`there is no check ${name}`);
  return check;
}

function rightAnswer({ method, target, body }: ReceivedRequest): Buffer {
  const { pathname, searchParams } = new URL(target, 'http://service');
  const rejected = (error: string): Buffer => answerOf(400, JSON.stringify({ error }));
  if (method === 'POST') return isValid(body) ? simulated() : rejected('the request is not valid');
  if (!pathname.endsWith('/is-message-included-in-consensus'))
    return answerOf(404, '{"error":"no such path"}');
  const id = searchParams.get('operationId');
  if (!id) return rejected('the operation id is missing');
  return id === operationId
    ? recorded({ stage: 'executedInBETA' })
    : answerOf(404, '{"error":"operation not found"}');
}

function isValid(body: string): boolean {
  try {
    const { betaCaller, alphaCallParams } = JSON.parse(body);
    return typeof betaCaller === 'string' && alphaCallParams.target.length === 42;
  } catch {
    return false;
  }
}
