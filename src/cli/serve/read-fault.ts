import { faultNames } from '../../local/faults/fault-names.js';
import type { FaultRule } from '../../local/faults/fault-rule.js';
import { jsonValue } from '../values/json-value.js';
import { oneOf } from '../values/one-of.js';
import { BadValue } from '../values/value-reader.js';

const faultName = oneOf(...faultNames);

/** Reads `NAME`, `NAME,MEMBER=VALUE,…` or a rule as a JSON object. */
export function readFault(text: string): FaultRule {
  if (text.trim().startsWith('{')) return readObject(text);
  const [name = '', ...members] = text.split(',');
  return { ...Object.fromEntries(members.map(readMember)), fault: faultName(name.trim()) };
}

function readObject(text: string): FaultRule {
  const rule = jsonValue(text) as { fault?: unknown };
  if (typeof rule.fault !== 'string') throw new BadValue('must have the name of a fault in its member fault');
  return { ...rule, fault: faultName(rule.fault) };
}

/** The other members are for the deployment to judge, which knows them. */
function readMember(text: string): [string, string | number] {
  const [, name, value] = /^\s*([a-zA-Z-]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new BadValue('must be NAME,MEMBER=VALUE,…, such as delay,ms=500,probability=0.5');
  const member = name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return [member, /^\d+(\.\d+)?$/.test(value) ? Number(value) : value];
}
