import { type FaultRule, faultNames } from '../../local/faults/fault-rule.js';
import { durationMs } from '../values/duration-ms.js';
import { jsonValue } from '../values/json-value.js';
import { knownName } from '../values/one-of.js';
import { BadValue } from '../values/value-reader.js';

const faultName = knownName(faultNames, '--list-faults');
const duration = durationMs(0);

/** Reads `NAME`, `NAME,MEMBER=VALUE,…` or a rule as a JSON object. */
export function readFault(text: string): FaultRule {
  if (text.trim().startsWith('{')) return readObject(text);
  const [name = '', ...texts] = text.split(',');
  const fault = faultName(name.trim());
  const members: [string, unknown][] = [['fault', fault], ...texts.map(readMember)];
  const names = members.map(([member]) => member);
  const twice = names.find((member, index) => names.indexOf(member) < index);
  if (twice !== undefined) throw new BadValue(`must have ${twice} once`);
  return { ...Object.fromEntries(members), fault };
}

function readObject(text: string): FaultRule {
  const rule = jsonValue(text) as { fault?: unknown };
  if (typeof rule.fault !== 'string') throw new BadValue('must have a member fault with the name of a fault');
  return { ...rule, fault: faultName(rule.fault) };
}

/** The deployment validates the other members. */
function readMember(text: string): [string, string | number] {
  const [, name, value] = /^\s*([a-zA-Z-]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new BadValue('must be NAME,MEMBER=VALUE,…, such as delay,ms=500,probability=0.5');
  const member = name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  if (member === 'ms') return [member, readDuration(value)];
  return [member, /^\d+(\.\d+)?$/.test(value) ? Number(value) : value];
}

function readDuration(text: string): number {
  try {
    return duration(text);
  } catch (error) {
    throw error instanceof BadValue ? new BadValue(`has a member ms that ${error.message}`) : error;
  }
}
