import fc, { type Arbitrary } from 'fast-check';
import type { CaseRequest } from '../../case/case-plan.js';
import type { Endpoint } from '../../endpoint/endpoint.js';
import { endpointRequest } from '../../endpoint/endpoint-request.js';
import { definedMembers } from '../../internal/objects.js';
import {
  boundaryCases,
  type CaseSource,
  customSource,
  invalidCases,
  type SourceCase,
} from './endpoint-cases.js';
import { generatedPhase } from './generated-phase.js';
import { fixedCase, listedPhase, type Phase, type PhaseContext, singleRequestCase } from './phase.js';
import { rawCases } from './wire-phase.js';

/** One of this many cases is at a boundary, until each boundary was sent. */
const boundaryEvery = 4;

/**
 * Creates the phase of custom endpoints, which get the cases of the built-in ones: valid requests, requests at the boundaries
 * of their schemas, requests with one mutation, and raw requests. It has no cases if a campaign has no custom endpoints. If
 * the schemas of an endpoint generate no request, its example is sent. Section 4.3.
 */
export function createEndpointsPhase({ endpoints, deployment }: PhaseContext): Phase {
  const sources = endpoints.map((endpoint) => ({ endpoint, source: customSource(endpoint, deployment) }));
  const cases = sources
    .map(({ endpoint, source }) => casesOf(endpoint, source))
    .filter((ofOne) => ofOne !== undefined);
  if (cases.length === 0) return listedPhase('endpoints', []);
  const boundaries = interleaved(
    sources.map(({ source }) => (source === undefined ? [] : boundaryCases(source))),
  );
  const planOf = ({ kind, request }: SourceCase) => singleRequestCase('endpoints', kind, request);
  const generated = generatedPhase('endpoints', fc.oneof(...cases), planOf);
  return {
    ...generated,
    caseAt(seed, index) {
      const boundary = boundaries[(index + 1) / boundaryEvery - 1];
      return boundary === undefined ? generated.caseAt(seed, index) : fixedCase(planOf(boundary));
    },
  };
}

/** Returns the cases of an endpoint, except those at boundaries; undefined if there is nothing to send. */
function casesOf(endpoint: Endpoint, source: CaseSource | undefined): Arbitrary<SourceCase> | undefined {
  const kindOf = (kind: string, requests: Arbitrary<CaseRequest>) =>
    requests.map((request): SourceCase => ({ kind, request }));
  const { name, example } = endpoint;
  const written = example && definedMembers(endpointRequest(endpoint, example));
  const examples =
    written &&
    kindOf(
      'example',
      fc.constant({ endpoint: name, ...written, expect: { kind: 'answered', exists: true } }),
    );
  if (source === undefined) return examples;
  const raw = rawCases(source);
  const weights = [
    [8, kindOf('valid', source.valid)],
    [2, examples],
    [10, invalidCases(source)],
    // Raw requests take longest.
    [1, raw.length > 0 ? fc.oneof(...raw) : undefined],
  ] as const;
  return fc.oneof(
    ...weights.flatMap(([weight, arbitrary]) => (arbitrary === undefined ? [] : [{ weight, arbitrary }])),
  );
}

/** Takes an item of each list in turn. */
function interleaved<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}
