import { concealed, listOf, type OptionRule } from '../internal/options.js';
import { isEndpoint } from './define-endpoint.js';
import type { Endpoint } from './endpoint.js';

const list = listOf((item) => (isEndpoint(item) ? undefined : 'must be what defineEndpoint gives'));

/** A list of custom endpoints, each with a name of its own. */
export const endpointsRule: OptionRule = concealed((value) => {
  const fault = list(value);
  if (fault !== undefined) return fault;
  const names = (value as readonly Endpoint[]).map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice === undefined ? undefined : `must not have two endpoints of the name ${twice}`;
});
