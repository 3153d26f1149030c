import { inclusionNames, type MemberNames, simulationNames } from '../../../contract/responses.js';

/** Names of all members of a simulation's body. Section 2.2. */
export const simulationBodyNames: MemberNames = { response: simulationNames };

/** Names of all members of an inclusion answer's body. Section 2.3. */
export const inclusionBodyNames: MemberNames = { response: inclusionNames };

/** Tells whether a body has no member but the named ones: quicker than a list of those, which mostly is empty. */
export function namedOnly(value: unknown, names: MemberNames): boolean {
  if (typeof value !== 'object' || value === null || typeof names === 'string') return true;
  if (isItems(names)) return !Array.isArray(value) || value.every((item) => namedOnly(item, names[0]));
  for (const name in value) {
    if (!Object.hasOwn(names, name)) return false;
    if (!namedOnly((value as Record<string, unknown>)[name], names[name] as MemberNames)) return false;
  }
  return true;
}

/** Tells whether a member of this name stands somewhere below. */
export function hasName(names: MemberNames, name: string): boolean {
  if (typeof names === 'string') return false;
  if (isItems(names)) return hasName(names[0], name);
  return Object.hasOwn(names, name) || Object.values(names).some((below) => hasName(below, name));
}

function isItems(names: MemberNames): names is readonly [MemberNames] {
  return Array.isArray(names);
}
