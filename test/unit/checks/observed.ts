import { defaultConventions, type LooseSimulationRequest } from 'crosscheck';
import {
  type BuiltInEndpointName,
  inclusionResponseSchema,
  jsonText,
  simulationResponseSchema,
} from 'crosscheck/contract';
import {
  type Answer,
  type CasePlan,
  type CaseRequest,
  type Check,
  type CheckContext,
  type Expectation,
  type HttpCaseRequest,
  knownChecks,
  type Observation,
  type Violation,
} from 'crosscheck/fuzz';
import { isUtf8Text, jsonBody } from '../../../src/client/call-endpoint.js';

/** Returns a check by its name. */
export function check(name: string): Check {
  const found = knownChecks.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no check ${name}`);
  return found;
}

export const context: CheckContext = {
  chains: { alpha: 'alpha', beta: 'beta' },
  conventions: defaultConventions,
  limits: { slowThresholdMs: 5_000 },
};

/** What a test says of an answer. */
export interface Answered {
  readonly status?: number;
  /** In addition to the content type JSON, which `undefined` removes. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** A text, bytes, or a value for JSON. Default: the simplest right one. */
  readonly body?: unknown;
  readonly echoesCredential?: boolean;
}

export const validCall: Expectation = { kind: 'simulated', request: { shardsKey: '9007199254740993' } };
export const invalidCall: Expectation = {
  kind: 'rejected',
  mutation: 'leading-zeros',
  path: 'betaAssets[].amount',
  reason: 'It has leading zeros.',
};
export const known: Expectation = { kind: 'known', operationId: '0x01' };
export const unknown: Expectation = { kind: 'unknown', operationId: '0x02' };
export const noServerError: Expectation = { kind: 'no-server-error', reason: 'odd' };

/** A request of the simulator. */
export const simulate = (expect: Expectation, more: Partial<HttpCaseRequest> = {}): HttpCaseRequest => ({
  endpoint: 'simulate',
  body: '{}',
  expect,
  ...more,
});

/** A request of the observer. */
export const query = (expect: Expectation, more: Partial<HttpCaseRequest> = {}): HttpCaseRequest => ({
  endpoint: 'inclusion',
  query: 'operationId=0x01',
  expect,
  ...more,
});

/** Bytes for a socket. */
export const wire = (expect: Expectation, endpoint: BuiltInEndpointName = 'simulate'): CaseRequest => ({
  endpoint,
  wire: [{ bytes: 'POST {path} HTTP/1.1\r\n\r\n' }],
  expect,
});

/** A request and what was answered to it. */
export function answered(
  request: CaseRequest,
  { status = 200, headers, body = { response: {} }, echoesCredential = false }: Answered = {},
): Observation {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : jsonText(body));
  const response = {
    status,
    headers: definedOnly({ 'content-type': 'application/json', ...headers }),
    body: bytes,
  };
  const text = bytes.toString();
  const json = jsonBody(response, text, true);
  const value = status === 200 && 'value' in json ? json.value : undefined;
  const answer: Answer = {
    status,
    headers: response.headers,
    text,
    isUtf8: isUtf8Text(text, bytes),
    echoesCredential,
    json,
    ...(request.endpoint === 'simulate'
      ? { simulation: simulationResponseSchema.safeParse(value).data?.response }
      : { inclusion: inclusionResponseSchema.safeParse(value).data?.response }),
  };
  return { request, answer, durationMs: 5 };
}

/** The answer to a simulation of a valid request. */
export const simulation = (request: LooseSimulationRequest, response: object) =>
  answered(simulate({ kind: 'simulated', request }), { body: { response } });

/** What a check finds in one case. */
export function found(
  check: Check,
  observations: Observation | readonly Observation[],
  {
    kind = 'any',
    growth,
    ...changed
  }: Partial<CheckContext> & Partial<Pick<CasePlan, 'kind' | 'growth'>> = {},
): readonly Violation[] {
  const all = [observations].flat() as readonly Observation[];
  const plan: CasePlan = {
    phase: 'valid',
    kind,
    steps: all.map(({ request }) => ({ requests: [request] })),
    growth,
  };
  return check.judge({ plan, observations: all }, { ...context, ...changed });
}

/** The classes of what a check finds, each with its path where it has one. */
export function classes(...args: Parameters<typeof found>): string[] {
  return found(...args).map((violation) =>
    violation.path === '' ? violation.class : `${violation.path}: ${violation.class}`,
  );
}

/** A violation as one text. */
export function violationText({ expected, received }: Violation): string {
  return `expected ${expected}, got ${received}`;
}

/** The texts of what a check finds. */
export function texts(...args: Parameters<typeof found>): string[] {
  return found(...args).map(violationText);
}

function definedOnly(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
