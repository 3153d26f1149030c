import type { Value } from 'fast-check';
import type { Dialect } from '../../contract/dialect.js';
import { memberAt, type Steps, withMemberAt } from '../../contract/json.js';
import type { SimulationRequest } from '../../contract/simulation-request.js';
import { pathText } from '../../internal/print.js';
import type { FaultRow } from './faults/fault-row.js';
import { completedFor, type RequestExamples } from './faults/request-examples.js';
import type { RequestFault } from './faults/request-fault.js';
import { stepsTo } from './faults/request-places.js';

/** A request with exactly one fault. */
export interface InvalidRequest {
  /** The name of the fault. */
  readonly fault: RequestFault;
  /** Where it is, with neutral names as the errors of the client name it: `betaAssets[0].amount`; `''` for the whole. */
  readonly path: string;
  /** Why it is wrong, as a sentence. */
  readonly reason: string;
  /** The request with neutral names, which `client.simulate` refuses; undefined where only a text can have the fault. */
  readonly request: unknown;
  /** The text to send, with the names that the deployment has on the wire. */
  readonly body: string;
}

/** What an invalid request is made of. */
export interface SpoiledParts {
  readonly row: FaultRow;
  /** Of the asset that has the fault, if one has; the last one has it where there are fewer. */
  readonly index: number;
  /** A valid request. */
  readonly rest: Value<SimulationRequest>;
  /** What stands at the place of the fault. */
  readonly bad: Value<unknown>;
}

/** Puts one fault into a valid request. */
export function spoiledRequest(
  { row, index, rest, bad }: SpoiledParts,
  examples: RequestExamples,
  dialect: Dialect,
): InvalidRequest {
  const { fault, reason } = row;
  const completed = completedFor(row.path, rest.value, examples);
  const request = row.complete?.(completed) ?? completed;
  const steps = stepsTo(row.path, Math.min(index, Math.max(0, (request.betaAssets?.length ?? 0) - 1)));
  const said = { fault, path: pathText(steps), reason };
  if (row.text) {
    const wire = dialect.toWireRequest(withExampleAt(request, steps, row.path, examples));
    return { ...said, request: undefined, body: row.text.write(wire, wireSteps(steps, dialect)) };
  }
  const spoiled = withMemberAt(request, steps, bad.value);
  return { ...said, request: spoiled, body: wireText(spoiled, dialect) };
}

/** Writes a request, valid or not, as the deployment wants it. */
export function wireText(request: unknown, dialect: Dialect): string {
  const isObject = typeof request === 'object' && request !== null && !Array.isArray(request);
  return JSON.stringify(isObject ? dialect.toWireRequest(request) : request);
}

/** Only members of the whole have other names on the wire. */
function wireSteps([name, ...inner]: Steps, dialect: Dialect): Steps {
  return name === undefined ? [] : [...Object.keys(dialect.toWireRequest({ [name]: undefined })), ...inner];
}

/** A member can be there twice only where it is there. */
function withExampleAt(
  request: SimulationRequest,
  steps: Steps,
  path: string,
  examples: RequestExamples,
): SimulationRequest {
  if (path === '' || memberAt(request, steps) !== undefined) return request;
  const [example] = examples[path as keyof RequestExamples];
  return withMemberAt(request, steps, example) as SimulationRequest;
}
