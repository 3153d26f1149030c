import fc, { type Arbitrary } from 'fast-check';
import { endpointRequests } from '../../arbitraries/endpoint/endpoint-input.js';
import {
  type InvalidEndpointInput,
  invalidRequests,
} from '../../arbitraries/mutations/invalid-endpoint-input.js';
import type { Endpoint, EndpointRequest } from '../../endpoint/endpoint.js';
import { UsageError } from '../../errors.js';

/** The requests of a custom endpoint, or why its schemas generate none. */
type EndpointArbitraries =
  | {
      readonly valid: Arbitrary<EndpointRequest>;
      /** A valid request with every member, and no list empty. */
      readonly complete: EndpointRequest;
      /** Undefined if its schemas accept every request. */
      readonly invalid: Arbitrary<InvalidEndpointInput> | undefined;
      /** The same without additional members, for deployments that allow them. */
      readonly invalidWithoutAdditionalMembers: Arbitrary<InvalidEndpointInput> | undefined;
      readonly issue?: undefined;
    }
  | { readonly issue: string };

const known = new WeakMap<Endpoint, EndpointArbitraries>();

/** Returns the valid requests of a custom endpoint, and those with one mutation. Throws nothing for a schema. */
export function endpointArbitraries(endpoint: Endpoint): EndpointArbitraries {
  const arbitraries = known.get(endpoint) ?? createArbitraries(endpoint);
  known.set(endpoint, arbitraries);
  return arbitraries;
}

/** Returns the example of an endpoint or a generated request; undefined if there is neither. */
export function sampleRequest(endpoint: Endpoint): EndpointRequest | undefined {
  if (endpoint.example !== undefined) return endpoint.example;
  const arbitraries = endpointArbitraries(endpoint);
  return arbitraries.issue === undefined ? sample(arbitraries.valid) : undefined;
}

function createArbitraries(endpoint: Endpoint): EndpointArbitraries {
  const { name } = endpoint;
  try {
    const valid = endpointRequests(endpoint, name);
    // Some schemas show only at generation that no value fits them.
    sample(valid);
    return {
      valid,
      complete: sample(endpointRequests(endpoint, name, true)),
      invalid: invalidRequests(endpoint, name),
      invalidWithoutAdditionalMembers: invalidRequests(endpoint, name, ['unknown-member', 'proto-key']),
    };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { issue: error.message.split('\n', 1)[0] ?? '' };
  }
}

function sample<T>(arbitrary: Arbitrary<T>): T {
  const [value] = fc.sample(arbitrary, { numRuns: 1, seed: 1 });
  return value as T;
}
