import { camelCaseMembers, simulationNames } from '../../../contract/responses.js';
import type { Answer } from '../../case/observation.js';
import { hasName, inclusionBodyNames, simulationBodyNames } from './named-only.js';

/** Tells whether the interface has a member of this name, written in camelCase. */
export function isSnakeCase(name: string): boolean {
  const [camel = name] = Object.keys(camelCaseMembers({ [name]: null }) as object);
  return camel !== name && isNamed(camel);
}

/** Tells whether the interface has a member of this name. */
export function isNamed(name: string): boolean {
  return hasName(simulationBodyNames, name) || hasName(inclusionBodyNames, name);
}

/**
 * Lists the members of a simulation that are in snake_case, if no documented one is there but those of one word: then
 * nobody finds the verdict. Of others it lists none.
 */
export function onlySnakeCase({ simulation = {} }: Pick<Answer, 'simulation'>): string[] {
  const names = Object.keys(simulation);
  const isReadable = names.some((name) => Object.hasOwn(simulationNames, name) && /[A-Z]/.test(name));
  return isReadable ? [] : names.filter(isSnakeCase);
}
