import type { ContractToDeploy } from '../../local/evm/custom/custom-contracts.js';
import { jsonValue } from '../values/json-value.js';
import { BadValue } from '../values/value-reader.js';

const shape = /^([^=]+)=(.+?\.json)(?:\((.*)\))?$/s;

/** Reads `NAME=ARTIFACT` or `NAME=ARTIFACT(ARGUMENTS)`; the arguments are JSON values, separated by commas. */
export function readContract(text: string): ContractToDeploy {
  const [, name, artifact, args] = shape.exec(text) ?? [];
  if (name === undefined || artifact === undefined)
    throw new BadValue('must be NAME=ARTIFACT.json or NAME=ARTIFACT.json("constructor", "arguments")');
  return { name, artifact, ...(args === undefined ? {} : { args: jsonValue(`[${args}]`) as unknown[] }) };
}
