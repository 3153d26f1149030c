import fc, { type Arbitrary } from 'fast-check';
import { endpointRequests } from '../../arbitraries/endpoint/endpoint-input.js';
import {
  type InvalidEndpointInput,
  invalidRequests,
} from '../../arbitraries/mutations/invalid-endpoint-input.js';
import type { Endpoint, EndpointRequest } from '../../endpoint/endpoint.js';
import { UsageError } from '../../errors.js';

/** The requests of a custom endpoint; with a `fault`, why its schemas give none. */
export type EndpointDraws =
  | {
      readonly valid: Arbitrary<EndpointRequest>;
      /** Undefined where its schemas take every request. */
      readonly invalid: Arbitrary<InvalidEndpointInput> | undefined;
      /** The same without members too many, for deployments that take them. */
      readonly invalidBesidesMembers: Arbitrary<InvalidEndpointInput> | undefined;
      readonly fault?: undefined;
    }
  | { readonly fault: string };

const known = new WeakMap<Endpoint, EndpointDraws>();

/** Gives the requests that the schemas of a custom endpoint take, and those with one mutation. Never throws for a schema. */
export function endpointDraws(endpoint: Endpoint): EndpointDraws {
  const draws = known.get(endpoint) ?? drawsOf(endpoint);
  known.set(endpoint, draws);
  return draws;
}

/** A request to try an endpoint with: its example, or one that is drawn; undefined where there is neither. */
export function sampleRequest(endpoint: Endpoint): EndpointRequest | undefined {
  if (endpoint.example !== undefined) return endpoint.example;
  const draws = endpointDraws(endpoint);
  return draws.fault === undefined ? firstOf(draws.valid) : undefined;
}

function drawsOf(endpoint: Endpoint): EndpointDraws {
  const { name } = endpoint;
  try {
    const draws = {
      valid: endpointRequests(endpoint, name),
      invalid: invalidRequests(endpoint, name),
      invalidBesidesMembers: invalidRequests(endpoint, name, ['unknown-member', 'proto-key']),
    };
    // Some schemas show only when they are drawn from that nothing fits them.
    firstOf(draws.valid);
    return draws;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { fault: error.message.split('\n', 1)[0] ?? '' };
  }
}

function firstOf<T>(arbitrary: Arbitrary<T>): T | undefined {
  return fc.sample(arbitrary, { numRuns: 1, seed: 1 })[0];
}
