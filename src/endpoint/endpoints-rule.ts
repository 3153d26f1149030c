import {
  checkedValue,
  list,
  type OptionRule,
  optionIssues,
  ruleOf,
  valueWhere,
} from '../internal/options.js';
import { isEndpoint } from './define-endpoint.js';
import type { Endpoint } from './endpoint.js';

const endpoints = list(valueWhere<Endpoint>(isEndpoint, 'must be what defineEndpoint gives'));

/** A list of custom endpoints, each with a name of its own. */
export const customEndpoints = checkedValue<readonly Endpoint[]>((value) => {
  const [issue] = optionIssues(endpoints.meta({ secret: true }), value);
  if (issue !== undefined)
    return Array.isArray(value) ? `has a bad item ${issue.path}, which ${issue.message}` : issue.message;
  const names = (value as readonly Endpoint[]).map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice === undefined ? undefined : `must not have two endpoints of the name ${twice}`;
});

export const endpointsRule: OptionRule = ruleOf(customEndpoints.meta({ secret: true }));
