import { concealed, listOf, type OptionRule } from '../internal/options.js';
import { isOwnOperation } from './define-operation.js';
import type { OwnOperation } from './own-operation.js';

const list = listOf((item) => (isOwnOperation(item) ? undefined : 'must be what defineOperation gives'));

/** A list of own operations, each with a name of its own. */
export const ownOperationsRule: OptionRule = concealed((value) => {
  const fault = list(value);
  if (fault !== undefined) return fault;
  const names = (value as readonly OwnOperation[]).map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice === undefined ? undefined : `must not have two operations of the name ${twice}`;
});
