import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import { inclusionPath, simulatePath } from '../../endpoint/built-in.js';
import { serviceDocument } from '../../endpoint/openapi.js';
import { UsageError } from '../../errors.js';
import { jsonText } from '../../internal/json.js';
import type { DestinationChain } from '../evm/destination-chain.js';
import { canonicalOperationId, operationIdSchema } from '../model/control-data.js';
import { Rejection } from '../model/rejection.js';
import { createWireNames, type ServedDeployment } from '../model/wire-names.js';
import { requestMessage, syntheticHash } from '../source-chain/messages.js';
import type { OperationRecord } from '../source-chain/operation-ledger.js';
import { type ExtendedAnswers, extendedAnswers } from './extended-answers.js';
import { SerializedBody } from './http-answer.js';
import {
  type BodyLimits,
  createRequestCheck,
  issuesText,
  readJsonBody,
  withExecutable,
} from './request-body.js';
import type { Route, RoutedRequest } from './router.js';

/** "Simulate a cross-chain call" (section 4.1), computed by the destination chain. */
export function simulatorRoute(
  served: ServedDeployment,
  destination: DestinationChain,
  limits: BodyLimits,
  extended: ExtendedAnswers = extendedAnswers(served),
): Route {
  const readSimulation = simulationReader(served, limits);
  return {
    endpoint: 'simulate',
    method: 'POST',
    path: simulatePath(served.chains),
    parameters: [],
    async answer(request) {
      const simulated = await readSimulation(request);
      const { betaCaller = '', shardsKey = '' } = simulated;
      // Constant, so that verdicts are deterministic, and different from the ids of submissions.
      const operationId = syntheticHash('simulation', betaCaller, shardsKey);
      const answer = await destination.simulate(requestMessage(simulated, operationId));
      return { response: await extended.simulation(simulated, answer) };
    },
  };
}

type ReadSimulation = (request: RoutedRequest) => Promise<LooseSimulationRequest>;

/** Returns a function that reads a simulation request (section 2.1), validates it and gives it neutral names. */
function simulationReader(
  { chains, conventions, dialect }: ServedDeployment,
  limits: BodyLimits,
): ReadSimulation {
  const check = createRequestCheck(chains, conventions);
  const { duplicateRequestMembers: duplicateMembers } = conventions;
  const neutralOf = (body: Record<string, unknown>): LooseSimulationRequest => {
    try {
      return dialect.fromWireRequest(body);
    } catch (error) {
      // A deployment that allows any member got one under two names.
      throw error instanceof UsageError ? new Rejection(400, error.message) : error;
    }
  };
  return async ({ message }) => {
    const body = await readJsonBody(message, { ...limits, duplicateMembers });
    const issues = check.issuesOf(body, 'the body');
    if (issues.length > 0) throw new Rejection(400, issuesText(issues));
    return neutralOf(body as Record<string, unknown>);
  };
}

/** "Check whether the Merkle root is set" (section 4.2), answered from the state of the source chain. */
export function observerRoute(
  served: ServedDeployment,
  find: (operationId: string) => OperationRecord | undefined,
  extended: ExtendedAnswers = extendedAnswers(served),
): Route {
  const { chains, conventions } = served;
  const parameter = conventions.operationIdParameter;
  const names = createWireNames(served);
  const unitsASecond = conventions.timestampUnit === 'ms' ? 1000n : 1n;
  const bodyOf = (record: OperationRecord): object => ({
    response: extended.record({
      ...record,
      stage: names.stage(record.stage),
      timestamp: record.timestamp * unitsASecond,
      transactions: record.transactions.map(names.transaction),
    }),
  });
  // A record object never changes and is requested many times.
  const written = new WeakMap<OperationRecord, SerializedBody>();
  const writtenBodyOf = (record: OperationRecord): SerializedBody => {
    const known = written.get(record);
    if (known) return known;
    const body = new SerializedBody(jsonText(bodyOf(record)), () => bodyOf(record));
    written.set(record, body);
    return body;
  };
  return {
    endpoint: 'inclusion',
    method: 'GET',
    path: inclusionPath(chains),
    parameters: [parameter],
    answer(_, query) {
      const asked = query.get(parameter) ?? '';
      // A known id needs no validation.
      const record = find(asked) ?? find(operationIdOf(asked, parameter));
      if (record === undefined) throw new Rejection(404, 'operation not found');
      return writtenBodyOf(record);
    },
  };
}

function operationIdOf(text: string, parameter: string): string {
  const [issue] = operationIdSchema.safeParse(text).error?.issues ?? [];
  if (issue !== undefined) throw new Rejection(400, `${parameter} ${issue.message}`);
  return canonicalOperationId(text);
}

/** What the document shows of a deployment besides its conventions. */
interface DocumentExamples {
  readonly requests: Readonly<Record<string, LooseSimulationRequest>>;
  /** Returns the newest operations. */
  readonly operationIds: () => readonly string[];
}

/** Serves the OpenAPI document of both endpoints, on either server. Not part of the interface. */
export function documentRoute(
  { chains, conventions }: ServedDeployment,
  urls: () => { readonly simulatorUrl: string; readonly observerUrl: string },
  { requests, operationIds }: DocumentExamples,
): Route {
  return {
    method: 'GET',
    path: '/openapi.json',
    parameters: [],
    answer() {
      return serviceDocument({
        ...urls(),
        name: 'a crosscheck local deployment',
        chains,
        conventions: withExecutable(conventions),
        requests,
        operationIds: operationIds(),
      });
    },
  };
}
