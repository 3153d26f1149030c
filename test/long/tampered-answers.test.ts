import { setTimeout } from 'node:timers/promises';
import { type Deployment, defineDeployment, type LooseSimulationRequest } from 'crosscheck';
import { simulationRequest } from 'crosscheck/arbitraries';
import type { InclusionResponse, Simulation } from 'crosscheck/contract';
import {
  type CampaignEvent,
  type CampaignOptions,
  type FuzzedCall,
  localFuzzedCalls,
  runCampaign,
} from 'crosscheck/fuzz';
import {
  type AnswerChange,
  type Intercepted,
  type InterceptedAnswer,
  type InterceptedRequest,
  type LocalDeployment,
  startLocalDeployment,
} from 'crosscheck/local';
import { formatReport, summaryOfEvents } from 'crosscheck/report';
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let local: LocalDeployment;
const operationIds: string[] = [];

beforeAll(async () => {
  local = await startLocalDeployment({ clock: 'manual' });
  for (let number = 0; number < 3; number++) operationIds.push(await submitted(number));
  const failing = await submitted(3);
  await local.failExecution(failing, { errorName: 'ProxyCallError' });
  await local.advance(2_000);
  const returned = await submitted(4);
  await local.failExecution(returned, { errorName: 'NotEnoughGas' });
  await local.advance(2_000);
  await local.rollBack(returned);
  await local.advance(2_000);
  operationIds.push(failing, returned, await submitted(5));
  await local.advance(150);
});
afterAll(() => local.stop());

/** Without a period, which that of reruns could meet every time. */
const isHitNowAndThen = (number: number): boolean => (Math.imul(number, 0x9e3779b1) >>> 16) % 3 === 0;

describe('a campaign accepts', () => {
  it.each([
    ['problems', { title: 'Bad Request', status: 400 }, 'detail'],
    ['messages', {}, 'message'],
    ['messages with a code', { code: 3 }, 'message'],
    ['details', {}, 'detail'],
    ['lists of errors', {}, 'errors'],
  ])('errors that are %s, and notes it', async (form, members, name) => {
    const type = form === 'problems' ? 'application/problem+json' : 'application/json';
    const { verdict, findings, notes } = await campaign((answer) => {
      if (answer.status === 200 || !answer.body.startsWith('{"error"')) return undefined;
      const { error } = JSON.parse(answer.body);
      const body = JSON.stringify({ ...members, [name]: name === 'errors' ? [error] : error });
      return { ...answer, headers: { ...answer.headers, 'content-type': type }, body };
    });
    expect(findings).toEqual([]);
    expect(verdict).toBe('clean');
    expect(notes).toContainEqual(
      `The observer of local writes errors as JSON with the text at ${name === 'errors' ? 'errors.0' : name}. In practice they are {"error": "…"}, but the interface shows no error body`,
    );
  });

  it('answers that a proxy does not change, without a note', async () => {
    const report = await campaign(() => undefined);
    expect(report).toMatchObject({ verdict: 'clean', findings: [] });
    expect(report.notes).toBeUndefined();
  });
});

describe('a campaign finds', { timeout: 60_000 }, () => {
  const overload: Tamper = (answer, { number }) =>
    number % 7 === 0 ? { ...answer, status: 429, body: '{"error":"slow down"}' } : undefined;

  it('429 without Retry-After to every seventh request', async () => {
    const { verdict, findings } = await campaign(overload);
    expect(findings).toMatchObject([
      { severity: 'minor', signature: { check: 'missing-retry-after-header' } },
      { severity: 'minor', signature: { check: 'missing-retry-after-header' } },
    ]);
    expect(verdict).toBe('findings');
  });

  const swapped = (simulation: Simulation): Simulation => ({
    ...simulation,
    outMessages: simulation.outMessages?.map(({ tokensBurned, tokensLocked, ...others }) => ({
      ...others,
      tokensBurned: tokensLocked,
      tokensLocked: tokensBurned,
    })),
  });
  const callData = (change: (data: string) => string): Tamper =>
    tamperSimulation(({ debugInfo, ...others }) => ({
      ...others,
      debugInfo: { ...debugInfo, callData: debugInfo?.callData && change(debugInfo.callData) },
    }));
  const padded =
    (padding: string): Tamper =>
    (answer) => ({
      ...answer,
      body: answer.body.replace(/("(?:error|simulationError|internalMsg)":"[^"]+)"/g, `$1${padding}"`),
    });
  const lastByte = (data: string): string => data.slice(0, -2) + (data.endsWith('00') ? '01' : '00');

  it.each<readonly [check: string, what: string, tamper: Tamper]>([
    [
      'note-contradicts-success',
      'an error name beside success',
      tamperRecord((record) =>
        record.success ? { ...record, note: { errorName: 'NotEnoughGas' } } : record,
      ),
    ],
    ['control-characters', 'errors padded with NUL', padded(String.raw`\u0000\u0000`)],
    ['control-characters', 'errors that end in an escape', padded(String.raw`\u001b`)],
    ['calldata-encoding', 'another last byte of call data', callData(lastByte)],
    ['calldata-encoding', 'call data without its last word', callData((data) => data.slice(0, -64))],
    ['burn-lock-mismatch', 'swapped lists of tokens', tamperSimulation(swapped)],
    [
      'call-recipient',
      'swapped sender and recipient',
      tamperSimulation(({ debugInfo, ...others }) => ({
        ...others,
        debugInfo: debugInfo && { ...debugInfo, from: debugInfo.to, to: debugInfo.from },
      })),
    ],
    ...[2, 3, 6].map(
      (digits) =>
        [
          'fee-ignores-gas',
          `fees of ${digits} digits`,
          tamperSimulation(({ estimatedJettonFeeAmount: fee, ...others }) => ({
            ...others,
            estimatedJettonFeeAmount: fee?.slice(0, digits).padEnd(fee.length, '0'),
          })),
        ] as const,
    ),
    [
      'burn-lock-mismatch',
      'lists of tokens that are swapped now and then',
      tamperSimulation((simulation, { number }) => (number % 5 === 0 ? swapped(simulation) : simulation)),
    ],
  ])('%s: %s, without knowing what calls do', async (check, _, tamper) => {
    const calls = callsOfEachKind().map(({ request }) => ({ request }));
    const { findings } = await campaign(tamper, {
      calls,
      // Those that are complete: a rollback keeps its error, a success has none.
      operationIds: operationIds.slice(0, 3),
      phases: ['smoke', ['valid', 30], ['metamorphic', 20], ['stateful', 10]],
      reruns: 2,
    });
    expect(
      findings
        .filter(({ confidence }) => confidence !== 'not-reproduced')
        .map(({ signature }) => signature.check),
    ).toContain(check);
  });

  const instead =
    (status: number, applies: (request: PassedRequest) => boolean): Tamper =>
    (answer, request) =>
      request.method === 'POST' && answer.status === 200 && applies(request)
        ? { ...answer, status, body: '{"error":"not supported"}' }
        : undefined;
  const hasOddArguments = ({ body }: PassedRequest): boolean => {
    const { alphaCallParams: call = {}, betaAssets = [] } = JSON.parse(body) as LooseSimulationRequest;
    return betaAssets.length > 1 && (call.arguments ?? '').length === 2 + 2 * 33;
  };

  it.each<readonly [what: string, tamper: Tamper]>([
    [
      'a content type with a charset',
      instead(415, ({ headers }) => /charset/.test(`${headers['content-type']}`)),
    ],
    ['Expect: 100-continue', instead(417, ({ headers }) => headers.expect !== undefined)],
    ['a method with its parameters', instead(400, ({ body }) => body.includes('(bytes,bytes)'))],
    ['33 bytes of arguments with two assets', instead(400, hasOddArguments)],
  ])('that %s is rejected', async (_, tamper) => {
    const calls = simulationRequest({
      'alphaCallParams.target': local.contracts.targets.bounce,
      'alphaCallParams.methodName': 'bounce',
    }).map((request) => ({ request }));
    const phases = ['smoke', ['coverage', 20]] as const;
    const { findings } = await campaign(tamper, { calls, operationIds: [], phases });
    expect(findings.map(({ signature, confidence }) => [signature.check, confidence])).toEqual([
      ['valid-request-rejected', 'stable'],
    ]);
  });

  it('408 that depends on the request', async () => {
    const hasMember = ({ body }: PassedRequest): boolean => /"executorAddress":"0x/.test(body);
    const { verdict, findings } = await campaign(instead(408, hasMember), { phases: [['valid', 60]] });
    expect(
      findings.map(({ signature, confidence }) => [signature.check, signature.class, confidence]),
    ).toEqual([['gateway-error', 'status 408', 'stable']]);
    expect(verdict).toBe('findings');
  });

  it('408 for one of seven records', async () => {
    // Without a period, which that of reruns could meet every time.
    const isHit = (number: number): boolean => (Math.imul(number, 0x9e3779b1) >>> 16) % 7 === 0;
    const { verdict, findings } = await campaign(
      (answer, { number, method }) =>
        method === 'GET' && answer.status === 200 && isHit(number)
          ? { ...answer, status: 408, body: '{"error":"timeout"}' }
          : undefined,
      { phases: [['stateful', 40]], concurrency: 1 },
    );
    expect(findings.map(({ signature, confidence }) => [signature.class, confidence])).toContainEqual([
      'status 408',
      'flaky',
    ]);
    expect(verdict).toBe('findings');
  });

  it.each<readonly [what: string, tamper: Tamper]>([
    [
      'verdicts that are inverted now and then',
      tamperSimulation((simulation, { number }) =>
        isHitNowAndThen(number)
          ? { ...simulation, simulationStatus: !simulation.simulationStatus }
          : simulation,
      ),
    ],
    [
      'calls that are rejected now and then',
      (answer, { number, method }) =>
        method === 'POST' && isHitNowAndThen(number)
          ? { ...answer, status: 400, body: '{"error":"no"}' }
          : undefined,
    ],
  ])('one cause of many findings: %s', async (_, tamper) => {
    const events: CampaignEvent[] = [];
    const { findings } = await campaign(tamper, {
      phases: [
        ['valid', 20],
        ['metamorphic', 30],
      ],
      onEvent: (event) => events.push(event),
    });
    expect(findings.length).toBeGreaterThan(2);
    expect(formatReport(summaryOfEvents(events), 'text')).toContain('1 new finding');
  });

  it('a latency that creeps up with the age of the service', async () => {
    const { findings } = await campaign(async (_, { number }) => void (await setTimeout(number)), {
      phases: [['valid', 200]],
      concurrency: 4,
    });
    expect(findings.map(({ signature, confidence }) => [signature.check, confidence])).toEqual([
      ['creeping-latency', 'flaky'],
    ]);
  });

  it('no latency that grew under load and is low again', async () => {
    const { findings } = await campaign(
      async (_, { number }) => void (await setTimeout(number < 190 ? number : 1)),
      { phases: [['valid', 200]], concurrency: 4 },
    );
    expect(findings.map(({ signature, confidence }) => [signature.check, confidence])).toEqual([
      ['creeping-latency', 'not-reproduced'],
    ]);
  });

  const cached =
    (endpoint: Intercepted['endpoint']): Tamper =>
    (_, request) =>
      request.endpoint === endpoint
        ? { headers: { age: '500', date: 'Sun, 06 Nov 1994 08:49:37 GMT' } }
        : undefined;

  it('no evidence in simulations from a cache, whatever they say', async () => {
    const wrong = tamperSimulation((simulation) => ({ ...simulation, simulationStatus: false }));
    const report = await campaign(async (answer, request) => {
      const changed = await wrong(answer, request);
      return { ...changed, ...(await cached('simulate')(answer, request)) };
    });
    expect(report).toMatchObject({ verdict: 'inconclusive', findings: [] });
  });

  it('only that records come from a cache', async () => {
    const { findings } = await campaign(cached('inclusion'), {
      phases: [
        ['valid', 10],
        ['stateful', 20],
      ],
    });
    expect(findings.map(({ signature }) => signature.check)).toEqual(['cached-answer']);
  });

  it('nothing if it says when to retry', async () => {
    const polite: Tamper = async (answer, request) => {
      const busy = await overload(answer, request);
      return busy && { ...busy, headers: { ...busy.headers, 'retry-after': '0' } };
    };
    expect(await campaign(polite)).toMatchObject({ verdict: 'clean', findings: [] });
  });
});

/** Kinds of calls whose answers have a member that a test changes, or whose requests have one that it looks for. */
const kinds: readonly ((call: FuzzedCall) => boolean)[] = [
  ({ sends = [], returns = [] }) => sends.length > 0 && returns.length > 0,
  ({ request }) => (request.alphaCallParams?.arguments ?? '').length > 66,
  ({ request }) => request.executorAddress !== undefined,
  ({ fails }) => fails !== undefined,
];

/** Every other call is of one of these kinds, whatever the seed generates; the others differ in everything. */
function callsOfEachKind(): Arbitrary<FuzzedCall> {
  const calls = localFuzzedCalls(local);
  const found = kinds.flatMap((isOfKind) => fc.sample(calls.filter(isOfKind), { seed: 1, numRuns: 1 }));
  return fc.oneof(fc.constantFrom(...found), calls);
}

/** Runs a campaign against the local deployment while its answers are changed. */
async function campaign(tamper: Tamper, options: Partial<CampaignOptions> = {}) {
  for (const endpoint of ['simulate', 'inclusion'] as const) {
    let number = 0;
    await local.intercept({
      endpoint,
      answer: ({ answer, request }) =>
        tamper(answer, { ...request, endpoint, json: request.json, number: ++number }),
    });
  }
  const { simulatorUrl, observerUrl, chains } = local;
  const deployment: Deployment = defineDeployment({ name: 'local', simulatorUrl, observerUrl, chains });
  const phases = ['smoke', ['valid', 20], ['invalid', 30], ['stateful', 20]] as const;
  const calls = callsOfEachKind();
  try {
    return await runCampaign({ deployment, calls, operationIds, phases, seed: 1, shrinkRuns: 1, ...options });
  } finally {
    await local.clearFaults();
  }
}

/** A request whose answer may be changed. */
interface PassedRequest extends InterceptedRequest {
  readonly endpoint: Intercepted['endpoint'];
  /** Counted from 1, for each endpoint. */
  readonly number: number;
}

/** Returns what to change of an answer; undefined for nothing. */
type Tamper = (
  answer: InterceptedAnswer,
  request: PassedRequest,
) => AnswerChange | undefined | Promise<AnswerChange | undefined>;

/** Changes simulations. */
function tamperSimulation(change: (simulation: Simulation, request: PassedRequest) => Simulation): Tamper {
  return tamperResponse('simulate', change);
}

/** Changes records of operations. */
function tamperRecord(change: (record: InclusionResponse['response']) => object): Tamper {
  return tamperResponse('inclusion', change);
}

function tamperResponse<Response>(
  endpoint: Intercepted['endpoint'],
  change: (response: Response, request: PassedRequest) => object,
): Tamper {
  return ({ status, json }, request) =>
    status === 200 && request.endpoint === endpoint
      ? { json: { response: change((json as { readonly response: Response }).response, request) } }
      : undefined;
}

function submitted(number: number): Promise<string> {
  return local.submit({
    shardsKey: `${1_763_712_000_000 + number}`,
    alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
    betaAssets: [{ amount: `${1_000_000 + number}` }],
    betaCaller: local.accounts[0],
  });
}
